/** One operation of the classroom interface, ready to be sent: where, what, and how its answer is read. */
import type { Profile, Service } from "../../../shared/model/profile.ts";
import type { HttpRequest } from "../../../shared/ports.ts";
import type { Result } from "../../../shared/result.ts";
import type { Preset } from "../preset.ts";
import type { ProblemCode } from "../types.ts";

export type Operation<T> = {
  /** Asked of a regional host only where this is deployed (specification §4). */
  service: Service;
  method: HttpRequest["method"];
  /** Percent-encoded, with query. */
  path: string;
  body?: unknown;
  /** Whether sending it again after it may have had its effect does no harm; the reason stands beside each operation. */
  repeatable: boolean;
  /** Refusals that say that what was wanted is so already. */
  reachedBy?: readonly ProblemCode[];
  /** Reads `data` of a success; an error says in words what is missing. `body`: the UTF-8 that it is from; null: not at hand. */
  read(data: unknown, body: Uint8Array | null): Result<T, string>;
};

export type PathOwner = Pick<Profile, "region" | "appId">;
/** For operations whose form depends on the preset. */
export type Owner = PathOwner & { preset: Preset };

/** An id as one segment of a path. Ids are checked before: '.', '..' and '' would lead to another path. */
export const segment = (id: string): string => encodeURIComponent(id);

/** A room's path with the region's segment. */
export const roomPath = ({ region, appId }: PathOwner, roomUuid: string): string =>
  `/${region}/edu/apps/${appId}/v2/rooms/${segment(roomUuid)}`;
/** A person's path within a room's. */
export const userPath = (roomsPath: string, userUuid: string): string => `${roomsPath}/users/${segment(userUuid)}`;
/** Operations 16 and 17 have no region's segment (specification §4). */
export const widgetPath = ({ appId }: PathOwner, roomUuid: string, widget: string): string =>
  `/edu/apps/${appId}/v2/rooms/${segment(roomUuid)}/widgets/${widget}/sequences`;
/** What is asked at an interval lies under a path of its own. */
export const pollingPath = ({ region, appId }: PathOwner): string => `/${region}/edu/polling/apps/${appId}/v2/rooms`;

/** `?a=1&b=2` of what is defined, or "". */
export const query = (values: Readonly<Record<string, string | number | undefined>>): string => {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
};
