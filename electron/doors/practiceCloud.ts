/** The practice cloud alone: `npm run practice-cloud`. One JSON line on standard output, talk on standard error. */
import { PRACTICE_APP_KEY } from "../../shared/model/practice.ts";
import { readFlags } from "../practice/flags.ts";
import { startPracticeCloud } from "../practice/practiceCloud.ts";

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
const fail = (sentence: string): never => {
  say(sentence);
  process.exit(1);
};

const flags = readFlags(process.argv.slice(2));
const options = flags.ok ? flags.value : fail(flags.error);
const started = await startPracticeCloud({ ...options, complain: say });
const cloud = started.ok ? started.value : fail(started.error);

const { appId, appCertificate, scenario } = options;
const { baseUrl, alternateUrl, region } = cloud;
process.stdout.write(
  `${JSON.stringify({ baseUrl, appId, appCertificate, appKey: PRACTICE_APP_KEY, chatDomain: baseUrl, region, alternateUrl })}\n`,
);
say(`The practice cloud plays "${scenario}" at ${baseUrl}.`);

const stop = (): void => void cloud.close().then(() => process.exit(0));
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
