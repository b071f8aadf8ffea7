/** What the operations' requests carry, by the specification §4 and, where it says "not shown", the public facts §4. */

type Values = Readonly<Record<string, unknown>>;

/** Body of operation 1. `roomType`: 0 one-to-one, 2 lecture hall, 4 small class, 10 small cloud class. */
export type CreateRoom = {
  roomType: string | number;
  roomName: string;
  roomProperties?: {
    /** `startTime` Unix ms, the others s. */
    schedule?: { startTime?: number; duration?: number; closeDelay?: number };
    processes?: { handsUp?: { maxAccept?: number } };
    examinationUrl?: string;
    hostingScene?: { videoURL?: string; reserveVideoURL?: string; finishType?: number };
    [beyond: string]: unknown;
  };
};

/** state 1: may not come back for `duration` seconds, without one for good; 0: may. */
export type Dirty = { state: 0 | 1; duration?: number };

/** `url` is the page to be recorded; the other fields are documented in public and sent as they are given. */
export type WebRecordConfig = {
  url?: string;
  rootUrl?: string;
  publishRtmp?: boolean;
  onhold?: boolean;
  /** kbit/s. */
  videoBitrate?: number;
  videoFps?: number;
  audioProfile?: number;
  videoWidth?: number;
  videoHeight?: number;
  maxRecordingHour?: number;
  [beyond: string]: unknown;
};

/** `mode` "web" records a page, without it the teacher. `retryTimeout` s between tries, at most two. */
export type RecordingOrder = { mode?: string; webRecordConfig?: WebRecordConfig; retryTimeout?: number };

/** `cause` is handed to everybody in the room as it is. */
export type PropertyChange = { properties: Values; cause?: Values };
export type RoomPropertyChange = PropertyChange & { examinationUrl?: string };
/** Names, or dotted paths, of what is to go. */
export type PropertyRemoval = { properties: readonly string[]; cause?: Values };

/** A breakout room. Without `groupUuid` the service gives one. */
export type Group = { groupUuid?: string; groupName?: string; users: readonly { userUuid: string }[] };
