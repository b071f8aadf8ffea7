/** Makes the practice cloud's media anew, by ffmpeg (Debian: ffmpeg): `node scripts/practiceMedia.mjs`. Three pieces of a stream, two seconds each, and the same six seconds as an MP4. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "practice-media-"));
const source = ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=10:duration=6"];
const sound = ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=22050:duration=6"];
const video = ["-c:v", "libx264", "-profile:v", "baseline", "-preset", "veryslow", "-crf", "34", "-g", "20", "-pix_fmt", "yuv420p"];
const common = [...source, ...sound, ...video, "-sc_threshold", "0", "-c:a", "aac", "-b:a", "16k", "-ac", "1"];
/** @param {...string} rest */
const ffmpeg = (...rest) => execFileSync("ffmpeg", [...common, ...rest], { cwd: folder });

ffmpeg("-f", "hls", "-hls_time", "2", "-hls_list_size", "0", "-hls_segment_filename", "piece%d.ts", "index.m3u8");
ffmpeg("-movflags", "+faststart", "recording.mp4");
/** @param {string} name */
const text = (name) => `"${readFileSync(join(folder, name)).toString("base64")}"`;
writeFileSync(
  new URL("../electron/practice/media/pieces.ts", import.meta.url),
  [
    "/** Made by scripts/practiceMedia.mjs: real media, small enough to travel with the program. Base64. */",
    "// biome-ignore-start format: data",
    `export const PIECES: readonly string[] = [${["piece0.ts", "piece1.ts", "piece2.ts"].map(text).join(", ")}];`,
    `export const RECORDING = ${text("recording.mp4")};`,
    "// biome-ignore-end format: data",
    "",
  ].join("\n"),
);
rmSync(folder, { recursive: true });
