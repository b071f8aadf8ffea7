/** The services that a token of the second generation may name (public facts §6), and what each carries beside its privileges. */

type Field = "room" | "account" | "role";

export const SERVICES = {
  1: { name: "media", fields: ["room", "account"] },
  2: { name: "signaling", fields: ["account"] },
  3: { name: "streaming", fields: ["room", "account"] },
  4: { name: "fpa", fields: [] },
  5: { name: "chat", fields: ["account"] },
  6: { name: "fcdn", fields: ["room", "account"] },
  7: { name: "education", fields: ["room", "account", "role"] },
} as const satisfies Record<number, { name: string; fields: readonly Field[] }>;

export type ServiceType = keyof typeof SERVICES;

export const isServiceType = (type: number): type is ServiceType => Object.hasOwn(SERVICES, type);

export const fieldsOf = (type: ServiceType): readonly Field[] => SERVICES[type].fields;

export type TokenService = {
  type: ServiceType;
  /** Number of the privilege → seconds after the issue time; 0 sets no limit of its own. */
  privileges: Readonly<Record<string, number>>;
  /** uid, chat user or person; "" where the service names nobody. */
  account: string;
  /** Channel or room; "" where the service has none. */
  room: string;
  /** Education only (public facts §1); -1: none. */
  role: number;
};
