/** A profile's hosts by their role (specification §4, host selection). */
import { type Area, type Profile, type Region, SERVICES, type Service, servicesAt, urlOf } from "../../shared/model/profile.ts";
import type { OtherHosts } from "./retryPlan.ts";
import type { HostRole } from "./types.ts";

/** The regional host adjacent to each region. */
export const ADJACENT: Readonly<Record<Region, Area>> = { cn: "cn-north-1", ap: "ap-northeast-1", eu: "eu-west-1", na: "us-east-1" };

export type Hosts = {
  others: OtherHosts;
  /** The role to begin with in place of one that these services do not have. */
  within(role: HostRole): HostRole;
  /** Scheme, host and port of a role; only roles that the profile has are asked for. */
  originOf(role: HostRole): string;
  /** The same without its scheme, for people. */
  nameOf(role: HostRole): string;
};

/**
 * The profile's `primary` is the one for workstations outside mainland China, its `alternate` the one for those inside; where the
 * workstation is decides which of the two comes first. A regional host is used only where the profile says that all of `services` are
 * deployed there; left out: every service.
 */
export const hostsOf = (
  { hosts, region, insideMainlandChina }: Pick<Profile, "hosts" | "region" | "insideMainlandChina">,
  services: readonly Service[] = SERVICES,
): Hosts => {
  const adjacent = hosts.regional[ADJACENT[region]];
  const deployed = adjacent !== undefined && services.every((service) => servicesAt(adjacent).includes(service));
  const [first, second] =
    insideMainlandChina && hosts.alternate !== undefined ? [hosts.alternate, hosts.primary] : [hosts.primary, hosts.alternate];
  const origins: Readonly<Record<HostRole, string | undefined>> = {
    primary: first,
    alternate: second,
    regional: deployed ? urlOf(adjacent) : undefined,
  };
  const originOf = (role: HostRole): string => origins[role] ?? first;
  return {
    others: { alternate: origins.alternate !== undefined, regional: origins.regional !== undefined },
    within: (role) => (origins[role] === undefined ? "primary" : role),
    originOf,
    nameOf: (role) => originOf(role).replace(/^https?:\/\//i, ""),
  };
};

/** The hosts of each service: a regional host may have some and lack others. */
export const hostsByService = (profile: Parameters<typeof hostsOf>[0]): Readonly<Record<Service, Hosts>> =>
  Object.fromEntries(SERVICES.map((service) => [service, hostsOf(profile, [service])])) as Record<Service, Hosts>;
