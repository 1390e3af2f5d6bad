import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { ModelView } from 'contracts/models';
import { print, runCommand, wholeNumber } from 'service-kit/run-command';
import { seedStores } from '../../scale/seed-stores.ts';
import { measureStealTime, stealTimeText } from '../../steal-time.ts';
import { startStack } from '../../test-stack.ts';
import { createHttpClient } from '../http-client.ts';
import { failuresOf, failureText, runOpenLoop } from '../open-loop.ts';
import { readStackFile } from '../../stack-file.ts';
import { openEveningStores } from './evening-stores.ts';

const HELP = `Usage: npm run bench:evening [-- options]

Starts a stack of its own with generated models whose lives all begin at the next full minute. Reads the home, the wall, model pages
and models at a constant rate before and after it, with event streams open, and prints the latencies, how long the wall and a page
took to show the lives, and the events that were published. Ends with 1 where a target is missed.

  --models <number>   (default 2000)
  --seconds <number>  of reads, before and after (default 20)
  --streams <number>  event streams, each of 24 models (default 100)
`;

const TARGETS = { readRatio: 1.2, followsWithinMs: 2_000 } as const;
const PER_SECOND = 20;
/** Time for the warm-up, and for the cache to evict lists from before the schedule was set. */
const LEAD_MS = 70_000;
const MINUTE_MS = 60_000;
const MODELS_OF_STREAM = 24;
const POLL_MS = 50;

const inParis = new Intl.DateTimeFormat('en-GB', { timeZone: LIVE_TIME_ZONE, hour: '2-digit', minute: '2-digit' });

/** Opens event streams; `lives` counts the received lives. */
const openStreams = async (url: string, count: number, models: number) => {
  const streams = new AbortController();
  const sent = { lives: 0 };
  const openOne = async (index: number) => {
    const slugs = Array.from(
      { length: MODELS_OF_STREAM },
      (_, place) => `scale-${1 + ((index * MODELS_OF_STREAM + place) % models)}`,
    );
    const response = await fetch(`${url}/api/live?models=${slugs.join(',')}`, { signal: streams.signal });
    if (!response.ok || !response.body) throw new Error(`the event stream responded ${response.status}`);
    const read = async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream()))
        sent.lives += chunk.split('event: live\n').length - 1;
    };
    void read().catch((error: unknown) => {
      if (!streams.signal.aborted) throw error;
    });
  };
  await Promise.all(Array.from({ length: count }, (_, index) => openOne(index)));
  return { sent, close: () => streams.abort() };
};

/** Returns the milliseconds from an instant until `isThere` holds. */
const delayUntil = async (instant: number, isThere: () => Promise<boolean>): Promise<number> => {
  await pause(Math.max(0, instant - Date.now()));
  while (!(await isThere())) {
    if (Date.now() - instant > MINUTE_MS) throw new Error('the lives do not show');
    await pause(POLL_MS);
  }
  return Date.now() - instant;
};

await runCommand(
  {
    help: HELP,
    options: {
      models: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '20' },
      streams: { type: 'string', default: '100' },
    },
  },
  async ({ values }) => {
    const models = wholeNumber(values.models, '--models', { least: MODELS_OF_STREAM, most: 1_000_000 });
    const seconds = wholeNumber(values.seconds, '--seconds', { least: 5, most: 50 });
    const count = wholeNumber(values.streams, '--streams', { least: 0, most: 4_000 });
    const stolen = measureStealTime();
    const stack = await startStack({ demo: false, environment: { LIVE_STREAMS_PER_ADDRESS: '5000' } });
    try {
      const { stores, url } = readStackFile(stack.stackFile);
      await seedStores(stores, { models, subscribers: 1, payments: 1, seed: 1 }, () => undefined);
      await stack.restart();
      const evening = await openEveningStores(stores);
      const http = createHttpClient(url);
      try {
        const start = Math.ceil((Date.now() + LEAD_MS) / MINUTE_MS) * MINUTE_MS;
        await evening.setSchedule(inParis.format(start), inParis.format(start + 60 * MINUTE_MS));
        print(`${models} models, whose lives begin at ${inParis.format(start)} in Paris`);
        const streams = await openStreams(url, count, models);
        const paths = (index: number) => {
          const slug = `scale-${1 + ((index * 7_919) % models)}`;
          return ['/', '/api/models?sort=wall', `/${slug}`, `/api/models/${slug}`][index % 4] ?? '/';
        };
        const run = () => runOpenLoop({ perSecond: PER_SECOND, seconds, send: (index) => http.expectOk(paths(index)) });
        // Every visitor's pages are cached before and after; the model pages differ each time.
        await runOpenLoop({ perSecond: PER_SECOND, seconds: 5, send: (index) => http.expectOk(paths(index)) });
        const before = await evening.traces();
        await pause(Math.max(0, start - (seconds + 2) * 1_000 - Date.now()));
        const quiet = await run();
        await pause(Math.max(0, start - Date.now()));
        const [live, wall, page] = await Promise.all([
          run(),
          delayUntil(start, async () => {
            const [first] = (await (await fetch(`${url}/api/models?sort=wall`)).json()) as ModelView[];
            return first?.is_live === true;
          }),
          delayUntil(start, async () => (await (await fetch(`${url}/scale-1`)).text()).includes('"is_live":true')),
        ]);
        const after = await evening.traces();
        streams.close();
        const ratio = live.p95 / quiet.p95;
        const events = after.outbox + (after.handled - before.handled) + streams.sent.lives;
        const checks: [string, boolean][] = [
          [
            `reads before: p50 ${quiet.p50.toFixed(1)} ms, p95 ${quiet.p95.toFixed(1)} ms; after: p50 ${live.p50.toFixed(1)} ms, p95 ${live.p95.toFixed(1)} ms; ratio ${ratio.toFixed(2)} (target: at most ${TARGETS.readRatio})`,
            ratio <= TARGETS.readRatio,
          ],
          [
            `failed reads: ${failureText(quiet) + failureText(live) || 'none'}`,
            failuresOf(quiet) + failuresOf(live) === 0,
          ],
          [
            `the wall shows the lives after ${wall} ms (target: ${TARGETS.followsWithinMs})`,
            wall <= TARGETS.followsWithinMs,
          ],
          [`a model page after ${page} ms (target: ${TARGETS.followsWithinMs})`, page <= TARGETS.followsWithinMs],
          [
            `events that wait: ${after.outbox}, handled by consumers: ${after.handled - before.handled}, sent to ${count} streams: ${streams.sent.lives}`,
            events === 0,
          ],
        ];
        for (const [text, isMet] of checks) print(`${isMet ? '  ' : '* '}${text}`);
        const stealTime = stealTimeText(stolen());
        if (stealTime) print(stealTime);
        if (checks.some(([, isMet]) => !isMet)) process.exitCode = 1;
      } finally {
        http.close();
        await evening.close();
      }
    } finally {
      await stack.stop();
    }
  },
);
