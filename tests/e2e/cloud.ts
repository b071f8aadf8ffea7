/** A practice cloud of the spec's own: another process on a real port, driven by the calls that real clients make. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TroubleOrder } from "../../electron/practice/trouble/orders.ts";
import { buildAccessToken2 } from "../../electron/tokens/accessToken2.ts";
import { servicesOf } from "../../electron/tokens/kinds.ts";

export type CloudLine = { baseUrl: string; appId: string; appCertificate: string; appKey: string; chatDomain: string; region: string };

const TOKEN_SECONDS = 3_600;
/** The uid that the specs act as where no student or teacher is meant. */
const UID = "spec-console";

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
};

/** Starts the cloud on a fixed port, so that it can go away and come back where it was. */
export const startCloud = async (
  options: { scenario?: string; speed?: number; seed?: number; appId?: string; appCertificate?: string } = {},
) => {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "practice-"));
  let child: ChildProcess;
  let line: CloudLine;

  const start = async (): Promise<void> => {
    const flags = [
      "--port",
      String(port),
      "--data-dir",
      dataDir,
      "--seed",
      String(options.seed ?? 7),
      "--speed",
      String(options.speed ?? 1),
    ];
    if (options.scenario !== undefined) flags.push("--scenario", options.scenario);
    if (options.appId !== undefined) flags.push("--app-id", options.appId);
    if (options.appCertificate !== undefined) flags.push("--app-certificate", options.appCertificate);
    child = spawn(process.execPath, ["electron/doors/practiceCloud.ts", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
    if (child.stdout === null) throw new Error("no standard output");
    const [first] = (await once(createInterface(child.stdout), "line")) as [string];
    line = JSON.parse(first) as CloudLine;
  };
  const stop = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  await start();

  const token = (uid: string): string => {
    const issuedAt = Math.floor(Date.now() / 1_000);
    const services = servicesOf("signaling", TOKEN_SECONDS, { account: uid, room: "", role: -1 });
    const built = buildAccessToken2({ appId: line.appId, issuedAt, expiresIn: TOKEN_SECONDS, salt: 1, services }, line.appCertificate);
    if (!built.ok) throw new Error(built.error.detail);
    return built.value;
  };

  const send = async (method: string, path: string, body?: unknown, uid = UID): Promise<{ status: number; body: Answer }> => {
    const answer = await fetch(`${line.baseUrl}${path}`, {
      method,
      headers: { "content-type": "application/json", "x-service-token": token(uid), "x-service-uid": uid },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };
  const app = (): string => `/${line.region}/edu/apps/${line.appId}`;

  return {
    line: () => line,
    send,
    app,
    /** Makes a room and lets its people in. */
    room: async (roomUuid: string, people: string[] = [], roomProperties: Record<string, unknown> = {}): Promise<void> => {
      await expectOk(send("POST", `${app()}/v2/rooms/${roomUuid}`, { roomType: "4", roomName: `Room ${roomUuid}`, roomProperties }));
      for (const person of people)
        await expectOk(
          send(
            "PUT",
            `${app()}/v3/rooms/${roomUuid}/users/${person}`,
            { role: 2, userName: person, roomName: `Room ${roomUuid}`, roomType: 4 },
            person,
          ),
        );
    },
    enter: (roomUuid: string, person: string) =>
      expectOk(send("PUT", `${app()}/v3/rooms/${roomUuid}/users/${person}`, { role: 2, userName: person }, person)),
    leave: (roomUuid: string, person: string) =>
      expectOk(send("DELETE", `${app()}/v3/rooms/${roomUuid}/users/${person}`, undefined, person)),
    chat: (roomUuid: string, from: string, message: string) =>
      expectOk(send("POST", `${app()}/v2/rooms/${roomUuid}/from/${from}/chat`, { message, type: 1 }, from)),
    /** A quiz that `from` starts; the answer gives an answer of somebody. */
    quiz: async (roomUuid: string, from: string): Promise<(who: string, item: string) => Promise<unknown>> => {
      const path = `${app()}/v2/rooms/${roomUuid}/widgets/popupQuizs`;
      const { body } = await expectOk(send("POST", `${path}/start`, { items: ["A", "B"], correctItems: ["A"], position: {} }, from));
      const { popupQuizId } = body.data as { popupQuizId: string };
      return (who, item) => expectOk(send("PUT", `${path}/${popupQuizId}/users/${who}`, { selectedItems: [item] }, who));
    },
    /** The cloud's own list of a room's events, read to its end by operation 8. */
    sequences: async (roomUuid: string): Promise<Listed[]> => {
      const all: Listed[] = [];
      let nextId: string | null = null;
      do {
        const query: string = nextId === null ? "" : `?nextId=${nextId}`;
        const { body } = await expectOk(send("GET", `${app()}/v2/rooms/${roomUuid}/sequences${query}`));
        const data = body.data as { list: Listed[]; nextId: string | null };
        all.push(...data.list);
        nextId = data.nextId;
      } while (nextId !== null);
      return all;
    },
    /** Orders what a network, a gateway or a service can do to calls; the answer lifts it again. */
    trouble: async (order: TroubleOrder): Promise<() => Promise<void>> => {
      await expectOk(send("POST", "/practice/trouble", order));
      return async () => {
        await expectOk(send("DELETE", "/practice/trouble"));
      };
    },
    kill: () => stop("SIGKILL"),
    stop: () => stop("SIGTERM"),
    restart: start,
    /** A profile file for the console, pointed at this cloud. */
    profileFile: (change: Record<string, unknown> = {}): string => {
      const path = join(mkdtempSync(join(tmpdir(), "profile-")), "profile.json");
      const profile = {
        name: "Spec exam",
        region: line.region,
        hosts: { primary: line.baseUrl, regional: {} },
        headers: { token: "x-service-token", uid: "x-service-uid" },
        appId: line.appId,
        uid: "proctor-1",
        appCertificate: line.appCertificate,
        pollSeconds: 1,
        requestsPerSecond: 50,
        ...change,
      };
      writeFileSync(path, JSON.stringify(profile));
      return path;
    },
  };
};

/** An event as operation 8 lists it. */
export type Listed = { sequence?: number; cmd: number; data?: unknown };
type Answer = { code?: number; msg?: string; ts?: number; data?: unknown };
export type SpecCloud = Awaited<ReturnType<typeof startCloud>>;

const expectOk = async (sending: Promise<{ status: number; body: Answer }>): Promise<{ status: number; body: Answer }> => {
  const answer = await sending;
  if (answer.status !== 200) throw new Error(`the cloud answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
};
