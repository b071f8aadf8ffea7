/** The places that a start does not show: their code comes by itself once the console is on the screen, so that it is there when main is not. */
import { type ComponentType, lazy } from "react";

type Loader<P> = () => Promise<{ default: ComponentType<P> }>;

const loaders: Loader<never>[] = [];

const later = <P extends object>(load: Loader<P>) => {
  loaders.push(load as Loader<never>);
  return lazy(load);
};

export const AlarmsPlace = later(async () => ({ default: (await import("../alarms/AlarmsPlace.tsx")).AlarmsPlace }));
export const BoardPlace = later(async () => ({ default: (await import("../board/BoardPlace.tsx")).BoardPlace }));
export const CommandsPlace = later(async () => ({ default: (await import("../commands/CommandsPlace.tsx")).CommandsPlace }));
export const ExamsPlace = later(async () => ({ default: (await import("../exams/ExamsPlace.tsx")).ExamsPlace }));
export const PastPlace = later(async () => ({ default: (await import("../past/PastPlace.tsx")).PastPlace }));
export const PracticePlace = later(async () => ({ default: (await import("../practice/PracticePlace.tsx")).PracticePlace }));
export const ProfilesPlace = later(async () => ({ default: (await import("../profiles/ProfilesPlace.tsx")).ProfilesPlace }));
export const RecordPlace = later(async () => ({ default: (await import("../record/RecordPlace.tsx")).RecordPlace }));
export const SettingsPlace = later(async () => ({ default: (await import("../settings/SettingsPlace.tsx")).SettingsPlace }));
export const TokensPlace = later(async () => ({ default: (await import("../tokens/TokensPlace.tsx")).TokensPlace }));

/** One that does not come is asked for again when it is shown. */
export const loadPlaces = async (): Promise<void> => {
  await Promise.allSettled(loaders.map((load) => load()));
};
