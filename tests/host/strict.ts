/// <reference types="electron" />
/** What the host does not offer fails by name, so that a new use of Electron is noticed at once. */
export const strict = <T extends object>(name: string, members: T): T =>
  new Proxy(members, {
    get: (target, member) => {
      // `then` is asked of anything that is awaited.
      if (Reflect.has(target, member) || typeof member === "symbol" || member === "then") return Reflect.get(target, member) as unknown;
      throw new Error(`tests/host does not offer electron.${name}.${member}`);
    },
    set: (target, member, value) => {
      if (Reflect.has(target, member)) return Reflect.set(target, member, value);
      throw new Error(`tests/host does not offer electron.${name}.${String(member)}`);
    },
  });
