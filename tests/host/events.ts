/** Electron's events: an emitter's four methods, and an event that can be prevented. */
import { EventEmitter } from "node:events";

type Members = "on" | "once" | "off" | "removeListener";

/** The emitter, and its public half in the type that Electron gives it. */
export const createEvents = <T extends { on: unknown; once: unknown; off: unknown; removeListener: unknown }>() => {
  const emitter = new EventEmitter();
  const members = {
    on: emitter.on.bind(emitter),
    once: emitter.once.bind(emitter),
    off: emitter.off.bind(emitter),
    removeListener: emitter.removeListener.bind(emitter),
  } as unknown as Pick<T, Members>;
  return { emitter, members };
};

/** Emits an event that listeners may prevent; true: prevented. `details` becomes part of the event, as Electron does it. */
export const emitPreventable = (emitter: EventEmitter, name: string, details: object = {}, ...args: unknown[]): boolean => {
  let prevented = false;
  const event = {
    ...details,
    preventDefault: () => {
      prevented = true;
    },
    get defaultPrevented() {
      return prevented;
    },
  };
  emitter.emit(name, event, ...args);
  return prevented;
};
