import { describe, expect, test } from "vitest";
import { type PageStep, pagesOf } from "../../../electron/cloud/pages.ts";
import type { Cloud, Sending, SendOptions } from "../../../electron/cloud/types.ts";
import type { HttpRequest } from "../../../shared/ports.ts";
import type { ScriptedReply } from "../../fakes/http.ts";
import { createCloudWorld } from "./world.ts";

const POLL: SendOptions = { class: "open" };
const from = (nextId: string | undefined) => (nextId === undefined ? {} : { nextId });

/** What each operation in pages is asked with, and one record of each. */
const PAGED: Record<
  string,
  { ask: (cloud: Cloud) => (nextId: string | undefined) => Sending<{ nextId: string | null }>; record: (n: number) => unknown }
> = {
  "6": { ask: (cloud) => (id) => cloud.recordings("r1", from(id), POLL), record: (n) => ({ recordId: `rec${n}` }) },
  "8": { ask: (cloud) => (id) => cloud.roomSequences("r1", from(id), POLL), record: (n) => ({ cmd: 1, sequence: n, data: {} }) },
  "16": { ask: (cloud) => (id) => cloud.quizRecords("r1", from(id), POLL), record: () => ({ data: { changeProperties: {} } }) },
  "17": { ask: (cloud) => (id) => cloud.pollRecords("r1", from(id), POLL), record: () => ({ data: { changeProperties: {} } }) },
};

/** Three pages, which end without a nextId, as the public samples do. */
const threePages =
  (record: (n: number) => unknown) =>
  ({ path }: HttpRequest): ScriptedReply => {
    const at = Number(new URLSearchParams(path.split("?")[1]).get("nextId") ?? "1");
    return { status: 200, json: { code: 0, ts: at, data: { list: [record(at)], ...(at < 3 && { nextId: String(at + 1) }) } } };
  };

const collect = async <P>(steps: AsyncIterable<PageStep<P>>): Promise<PageStep<P>[]> => {
  const all: PageStep<P>[] = [];
  for await (const step of steps) all.push(step);
  return all;
};

describe.each(Object.entries(PAGED))("operation %s", (_name, { ask, record }) => {
  test("page after page to the end, each with the place from which it goes on", async () => {
    const world = createCloudWorld(threePages(record));
    const steps = await world.settled(collect(pagesOf(ask(world.cloud)).steps));
    expect(steps.map((step) => step.resumeAt)).toEqual(["2", "3", null]);
    expect(steps.every((step) => step.ok)).toBe(true);
  });

  test("a page that cannot be had ends it, and the reading goes on from there later", async () => {
    let broken = true;
    const world = createCloudWorld((request) =>
      broken && request.path.includes("nextId=2") ? { status: 403, json: { code: 30403100, ts: 5 } } : threePages(record)(request),
    );
    const steps = await world.settled(collect(pagesOf(ask(world.cloud)).steps));
    expect(steps).toMatchObject([
      { ok: true, resumeAt: "2" },
      { ok: false, resumeAt: "2", problem: { code: "mayNotEnter" } },
    ]);
    broken = false;
    const rest = await world.settled(collect(pagesOf(ask(world.cloud), "2").steps));
    expect(rest.map((step) => step.resumeAt)).toEqual(["3", null]);
  });
});

test("a first page that cannot be had is to be asked for from the beginning", async () => {
  const world = createCloudWorld(() => ({ status: 404, json: { code: 20404100, ts: 5 } }));
  const [step] = await world.settled(collect(pagesOf((id) => world.cloud.recordings("r1", from(id), POLL)).steps));
  expect(step).toMatchObject({ ok: false, resumeAt: undefined, problem: { code: "roomAbsent" } });
});

test("a service that names a page twice is not read for ever", async () => {
  const world = createCloudWorld(() => ({ status: 200, json: { code: 0, ts: 5, data: { list: [], nextId: "7" } } }));
  const steps = await world.settled(collect(pagesOf((id) => world.cloud.recordings("r1", from(id), POLL)).steps));
  expect(steps.map((step) => step.resumeAt)).toEqual(["7", null]);
});

test("no page is asked for before the one before it was taken, and giving up ends it", async () => {
  const world = createCloudWorld((request, number) =>
    number === 1 ? threePages((n) => ({ recordId: `${n}` }))(request) : { never: true },
  );
  const pages = pagesOf((id) => world.cloud.recordings("r1", from(id), POLL));
  await world.settled(pages.steps.next());
  await world.clock.advance(60_000);
  expect(world.http.requests).toHaveLength(1);
  const second = pages.steps.next();
  await world.clock.advance(10);
  pages.abort();
  expect(await world.settled(second)).toMatchObject({ value: { ok: false, resumeAt: "2", problem: { code: "aborted" } } });
  expect(await pages.steps.next()).toMatchObject({ done: true });
});
