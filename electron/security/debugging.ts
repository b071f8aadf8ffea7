/** The debugging port: open for development and tests; a packaged build opens it only where the machine's administrator has said so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Machine = { platform: NodeJS.Platform; programData: string | undefined };

/** Where an administrator says what this machine allows: a folder that users cannot write. */
export const policyFile = ({ platform, programData }: Machine): string => {
  if (platform === "win32") return join(programData ?? "C:\\ProgramData", "Classroom Console", "policy.json");
  if (platform === "darwin") return "/Library/Application Support/Classroom Console/policy.json";
  return "/etc/classroom-console/policy.json";
};

/** Whether the policy file says `"allowRemoteDebugging": true`; anything unreadable says no. */
export const debuggingAllowed = (path: string): boolean => {
  try {
    const policy: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof policy === "object" && policy !== null && "allowRemoteDebugging" in policy && policy.allowRemoteDebugging === true;
  } catch {
    return false;
  }
};
