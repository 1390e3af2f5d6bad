import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { login } from 'contracts/operations/auth';
import { listPostbacks } from 'contracts/operations/postbacks';
import { listModels } from 'contracts/operations/models';
import { listPayoutBatches } from 'contracts/operations/payouts';
import { ConfigError } from 'service-kit/config';
import { print, runCommand } from 'service-kit/run-command';
import { createClient } from '../../demo/client.ts';
import { seedPostgres } from '../../scale/seed-postgres.ts';
import { raisePriority } from '../../process-priority.ts';
import { secretsSchema } from '../../secrets.ts';
import { measureStealTime, stealTimeText } from '../../steal-time.ts';
import { administratorToken } from '../administrator.ts';
import { createHttpClient } from '../http-client.ts';
import { failureText, runOpenLoop } from '../open-loop.ts';
import type { Measured } from '../open-loop.ts';
import { readStackFile } from '../../stack-file.ts';
import { makeCheckouts } from './checkouts.ts';
import { figureReads, largestOf, measureReads } from './figures.ts';
import { countStored, sendPostback } from './postbacks.ts';
import { sendRead } from './reads.ts';
import { billingSizes } from './sizes.ts';
import { figuresVerdict, verdictOf } from './verdict.ts';

const HELP = `Usage: npm run bench:billing [-- options]

Measures mixed reads alone (home, model list, a model's page, a subscriber's subscription), then the same reads beside the
payment partner's postbacks, both at constant rates, from the moment at which each request was due. Ends with 1 when a target is
missed: every postback stored, their p95 below 150 ms, the reads' p95 at most 1.2 times that alone. Then fills affiliate's
database with generated payments and their commissions, and reads dashboards of a year and statements: each p95 below 300 ms.
Measures the stack that runs on DATA_DIR (default .data), started with RATE_LIMIT_FACTOR=1000, else one of its own that it
starts and stops. It leaves its subscribers and payments there, and what it generates.

  --seconds <number>      of each of the two measurements (default 120)
  --postbacks <number>    a second (default 50); each has a checkout, opened beforehand through the payment link
  --reads <number>        a second (default 200)
  --subscribers <number>  owners of the checkouts (default 200): the first payment of each, then renewals
  --entries <number>      of the ledger over which figures are read (default 1000000; some minutes; 0: not measured)
`;
/** Warm-up with reads before the measurement, for connections, caches and compiled code. */
const WARM_UP_SECONDS = 5;

const row = (name: string, { sent, p50, p95, lateP95, ...measured }: Measured) => {
  const failures = failureText({ sent, p50, p95, lateP95, ...measured });
  print(
    `${name.padEnd(24)} ${String(sent).padStart(7)} sent  p50 ${p50.toFixed(1).padStart(7)} ms  p95 ${p95.toFixed(1).padStart(7)} ms  sent late by ${lateP95.toFixed(1)} ms (p95)${failures && `  FAILED: ${failures}`}`,
  );
};

await runCommand(
  {
    help: HELP,
    options: {
      seconds: { type: 'string', default: '120' },
      postbacks: { type: 'string', default: '50' },
      reads: { type: 'string', default: '200' },
      subscribers: { type: 'string', default: '200' },
      entries: { type: 'string', default: '1000000' },
    },
  },
  async ({ values }) => {
    const { seconds, postbacksPerSecond, readsPerSecond, subscribers, entries } = billingSizes(values);
    const stackFile = process.env.BENCH_STACK;
    if (!stackFile) throw new ConfigError(['BENCH_STACK names no stack.json: start this with npm run bench:billing.']);
    const { url, accounts, stores } = readStackFile(stackFile);
    const { postbackKey } = secretsSchema.parse(
      JSON.parse(readFileSync(join(dirname(stackFile), 'secrets.json'), 'utf8')),
    );
    const client = createClient(url);
    const slugs = (await client.call(listModels, {})).map(({ slug }) => slug);
    if (slugs.length === 0) throw new ConfigError([`${url} has no models: start the stack with its demo data.`]);
    const run = `bench-${randomUUID().slice(0, 8)}`;
    const count = seconds * postbacksPerSecond;

    print(`${url}: opening ${count} checkouts of ${Math.min(subscribers, count)} subscribers (run ${run})`);
    const { references, reader } = await makeCheckouts({ client, url, run, slugs, subscribers, count });

    raisePriority(process.pid);
    const stolen = measureStealTime();
    const http = createHttpClient(url);
    try {
      const readsFor = async (duration: number) => {
        // A separate token per measurement, so that none expires during one.
        const { token } = await client.call(login, { body: reader });
        return runOpenLoop({
          perSecond: readsPerSecond,
          seconds: duration,
          send: (index) => sendRead({ http, slugs, token }, index),
        });
      };
      await readsFor(WARM_UP_SECONDS);
      const alone = await readsFor(seconds);
      row('reads alone', alone);
      const sending = { http, key: postbackKey, run, references, subscribers };
      const [beside, postbacks] = await Promise.all([
        readsFor(seconds),
        runOpenLoop({
          perSecond: postbacksPerSecond,
          seconds,
          send: (index) => sendPostback(sending, index),
        }),
      ]);
      row('reads beside postbacks', beside);
      row('postbacks', postbacks);
      const stealTime = stealTimeText(stolen());
      if (stealTime) print(stealTime);

      const token = await administratorToken(client, accounts.administrator.password);
      const stored = await countStored(run, async (query) => {
        const path = `${listPostbacks.path}?${new URLSearchParams(query).toString()}`;
        const { status, text } = await http.get(path, {
          authorization: `Bearer ${token}`,
          'accept-encoding': 'identity',
        });
        if (status !== 200) throw new Error(`the list of postbacks responded ${status}`);
        return listPostbacks.response.parse(JSON.parse(text));
      });
      const checks = verdictOf({ alone, beside, postbacks, stored });
      if (entries > 0) {
        const sizes = { models: 2_000, subscribers: Math.ceil(entries / 3), payments: entries, seed: 1 };
        await seedPostgres('affiliate', stores.AFFILIATE_DATABASE_URL ?? '', sizes, print);
        const administrator = await administratorToken(client, accounts.administrator.password);
        const batches = await client.call(listPayoutBatches, {}, administrator);
        const reads = figureReads(largestOf(batches), Date.now());
        checks.push(...figuresVerdict(await measureReads(http, administrator, reads)));
      }
      for (const { text, isMet } of checks) print(`${isMet ? 'ok    ' : 'MISSED'} ${text}`);
      return checks.every(({ isMet }) => isMet) ? 0 : 1;
    } finally {
      http.close();
    }
  },
);
