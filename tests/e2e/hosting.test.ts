/** Streams on the real console: fetched by main, played by the page under its closed content policy, alarmed of when they stop; and the check before an exam. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SpecCloud, startCloud } from "./cloud.ts";
import { type Launched, launch } from "./launch.ts";
import { startStreams } from "./streams.ts";

const open: { close(): Promise<unknown> }[] = [];
// Fails where anything broke the content policy.
afterAll(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

let launched: Launched;
let streams: Awaited<ReturnType<typeof startStreams>>;
beforeAll(async () => {
  const cloud: SpecCloud = await startCloud({ scenario: "none" });
  open.push({ close: cloud.stop });
  const { baseUrl } = cloud.line();
  streams = await startStreams(baseUrl);
  open.push(streams);
  const live = `${baseUrl}/media/live/0/index.m3u8`;
  const scenes = {
    alpha: { videoURL: `${live}?main`, reserveVideoURL: `${live}?reserve` },
    over: { videoURL: live },
    films: { videoURL: streams.url("camera.mp4"), reserveVideoURL: `${baseUrl}/media/recorded/8/index.m3u8` },
    old: { videoURL: streams.url("teacher.flv"), reserveVideoURL: "rtmp://127.0.0.1/live/teacher" },
    teacher: { videoURL: streams.url("teacher.m3u8"), reserveVideoURL: live },
  };
  const schedule = { startTime: Date.now() - 60_000, duration: 3_600, closeDelay: 600 };
  for (const [room, hostingScene] of Object.entries(scenes))
    await cloud.room(room, ["ann"], { hostingScene, schedule, examinationUrl: `${baseUrl}/exam/${room}` });
  for (const [room, state] of [
    ["teacher", 1],
    ["alpha", 1],
    ["over", 2],
  ])
    await cloud.send("PUT", `${cloud.app()}/v2/rooms/${room}/states/${state}`);
  launched = await launch({ profileFile: cloud.profileFile() });
  open.push(launched);
  // Rows still change places while rooms are read for the first time.
  await launched.page.getByText("Live", { exact: true }).waitFor();
});

const half = (name: "Main stream" | "Reserve stream") => launched.page.getByRole("region", { name });
const sceneOf = async (room: string): Promise<void> => {
  const { page } = launched;
  await page.keyboard.press("1");
  await page.getByRole("row", { name: new RegExp(`^Room ${room}`) }).dblclick();
  await page.getByRole("heading", { level: 1, name: `Room ${room}` }).waitFor();
  await page.getByRole("tab", { name: "Hosting scene" }).click();
};
/** Frames were decoded, of the size that they were made in, and time goes on. */
const plays = async (label: RegExp): Promise<void> => {
  const video = launched.page.getByLabel(label);
  const seen = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      width: element.videoWidth,
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
      at: element.currentTime,
      muted: element.muted,
    }));
  await expect.poll(seen).toMatchObject({ width: 160, muted: true, frames: expect.toSatisfy((count: number) => count > 0) });
  const { at, frames } = await seen();
  await expect.poll(async () => (await seen()).at).toBeGreaterThan(at + 0.5);
  expect((await seen()).frames).toBeGreaterThan(frames);
};

it("plays main and reserve of a room side by side, each with what is seen of it", async () => {
  await sceneOf("alpha");
  for (const side of ["Main stream", "Reserve stream"] as const) {
    await half(side).getByText("Moves", { exact: true }).waitFor();
    await half(side).getByText("h264, aac").waitFor();
    await half(side).getByText(/ ago$/).nth(1).waitFor();
  }
  await plays(/^Preview of the Main/);
  await plays(/^Preview of the Reserve/);
});

it("plays a film whose index lies behind it, and a recording, with their lengths", async () => {
  await sceneOf("films");
  await half("Main stream").getByText("Recording", { exact: true }).waitFor();
  await half("Main stream").getByText("0:06", { exact: true }).waitFor();
  await half("Main stream").getByText("recording of 0:06, the class lasts 1:00:00").waitFor();
  await half("Reserve stream").getByText("Recording", { exact: true }).waitFor();
  await half("Reserve stream").getByText("0:08", { exact: true }).waitFor();
  await plays(/^Preview of the Main/);
  await plays(/^Preview of the Reserve/);
});

it("says of FLV and RTMP that they cannot be shown, and claims nothing of whether they move", async () => {
  await sceneOf("old");
  await half("Main stream").getByText("FLV cannot be shown here.").waitFor();
  await half("Reserve stream").getByText("RTMP cannot be shown here.").waitFor();
  expect(await launched.page.getByText("Not watched", { exact: true }).count()).toBe(2);
});

it("alarms when a teacher's stream brings nothing new, says what to do first, and clears when it goes on", async () => {
  const { page } = launched;
  streams.stand();
  await page.keyboard.press("1");
  const alarm = page.getByRole("region", { name: "Alarms" }).getByRole("listitem").filter({ hasText: "Main stream has stopped" });
  await alarm.getByText("if the reserve plays, tell the teacher to switch to it", { exact: false }).waitFor();
  await alarm.getByText("Room teacher").waitFor();
  await alarm.getByRole("button", { name: "Open room" }).click();
  await page.getByRole("tab", { name: "Hosting scene" }).click();
  await half("Main stream").getByText("Stands still", { exact: true }).waitFor();
  await half("Reserve stream").getByText("Moves", { exact: true }).waitFor();
  streams.goOn();
  await half("Main stream").getByText("Moves", { exact: true }).waitFor();
  await plays(/^Preview of the Main/);
  await page.keyboard.press("1");
  await alarm.getByText(/^Cleared /).waitFor();
});

it("checks every room of the exam that is not over, and says what needs a person", async () => {
  const { page } = launched;
  await page.getByRole("button", { name: /^Check/ }).click();
  await page.getByRole("button", { name: "Check every room" }).click();
  await page.getByText(/^last check /).waitFor();
  const rows = page.locator(".board-grid tbody tr");
  expect(await rows.count()).toBe(4);
  const saying = async (room: string, ...words: string[]): Promise<void> => {
    for (const word of words)
      await rows
        .filter({ hasText: `Room ${room}` })
        .getByText(word)
        .first()
        .waitFor();
  };
  await saying("alpha", "the class runs", "runs until", "held until", "Exam papers, alpha", "moves");
  await saying("films", "recording of 0:06, the class lasts 1:00:00", "recording of 0:08, the class lasts 1:00:00");
  await saying("old", "answers; FLV cannot be shown here", "RTMP cannot be checked or shown here");
  expect(await page.getByText("cannot be reached").count()).toBe(0);
});
