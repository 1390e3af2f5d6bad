#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findK6 } from './k6-binary.mjs';
import { findChromium } from '../stack/install/programs.mjs';
import { raisePriority } from '../stack/src/process-priority.ts';
import { measureStealTime, stealTimeText } from '../stack/src/steal-time.ts';
import { memoryOf, readStack } from './local-stack.mjs';
import { followProcessorUse } from './processor-use.mjs';

const HELP = `Usage: npm run load -- <shape> [options]

  smoke      every journey once                        (some seconds)
  load       an evening with an advertisement running  (3 min)
  stress     more and more                             (4 min)
  spike      a link in a large Telegram channel        (75 s)
  soak       an hour of the same                       (1 h)
  overload   logins and uncached reads at five times what they can do: finds the peak, exceeds it, finds it again (2 min)
  browser    the vital signs in a real Chromium        (CHROMIUM_PATH names another one)

Options
  --url <address>      the site (default: that of the stack which runs here)
  --stack <file>       stack.json of a stack: its address, accounts and memory (default .data/stack.json, or DATA_DIR's)
  --accounts <file>    JSON with { "accounts": { "affiliates": [{ "slug", "password" }] } } for another site
  --partner <address>  where the sandbox partner is reached from here, when not where people are sent to
  --out <folder>       results (default load-tests/results)

Start the stack with RATE_LIMIT_FACTOR=1000: all requests of a run come from one address.
`;
const SHAPES = ['smoke', 'load', 'stress', 'spike', 'soak', 'overload', 'browser'];
const here = fileURLToPath(new URL('.', import.meta.url));

const readOptions = () => {
  try {
    const text = { type: 'string' };
    return parseArgs({
      allowPositionals: true,
      options: {
        url: text,
        stack: text,
        accounts: text,
        partner: text,
        out: text,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
};
const { values, positionals } = readOptions();
const [shape = ''] = positionals;
if (values.help || !SHAPES.includes(shape)) {
  (values.help ? process.stdout : process.stderr).write(
    values.help ? HELP : `${shape ? `There is no shape "${shape}"` : 'Which shape?'}\n\n${HELP}`,
  );
  process.exit(values.help ? 0 : 2);
}

const stackFile = resolve(values.stack ?? join(process.env.DATA_DIR ?? '.data', 'stack.json'));
const stack = readStack(stackFile);
const isLocal = stack !== null && (values.url === undefined || values.url === stack.url);
const url = (values.url ?? stack?.url ?? '').replace(/\/+$/, '');
if (!url) {
  process.stderr.write(`No site to load: start one with "RATE_LIMIT_FACTOR=1000 npm start", or name one with --url.\n`);
  process.exit(2);
}
const out = resolve(values.out ?? join(here, 'results'));
mkdirSync(out, { recursive: true });

const runId = `${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`;
const accounts = values.accounts ? resolve(values.accounts) : isLocal ? stackFile : '';
const environment = {
  BASE_URL: url,
  RUN_ID: runId,
  SHAPE: shape,
  ACCOUNTS: accounts,
  PARTNER_URL: values.partner ?? '',
  K6_NO_USAGE_REPORT: 'true',
};
// k6 shares the cores with the stack, so its own processor time lowers the rates that it measures: it gets more memory for fewer
// garbage collections, and fewer threads, which spin less (on two cores, at 650 requests a second: 0.30 of a core instead of 0.39).
if (isLocal)
  Object.assign(environment, {
    GOGC: process.env.GOGC ?? '400',
    GOMAXPROCS: process.env.GOMAXPROCS ?? String(Math.ceil(availableParallelism() / 2)),
  });
// k6 does not know the file names of Debian's Chromium packages.
if (shape === 'browser')
  environment.K6_BROWSER_EXECUTABLE_PATH = process.env.K6_BROWSER_EXECUTABLE_PATH ?? findChromium() ?? '';
// Chromium's sandbox does not start for root (crbug.com/638180), which containers and CI machines use.
if (process.getuid?.() === 0) environment.K6_BROWSER_ARGS = process.env.K6_BROWSER_ARGS ?? 'no-sandbox';

/** Runs k6 once. @returns its exit code, its metrics, and readers of the cores that k6 took and left over `seconds` */
const run = async (script, name, more = {}) => {
  const files = { json: join(out, `${name}.json`), html: join(out, `${name}.html`) };
  const all = {
    ...environment,
    ...more,
    K6_WEB_DASHBOARD: 'true',
    K6_WEB_DASHBOARD_PORT: '-1',
    K6_WEB_DASHBOARD_PERIOD: '1s',
    K6_WEB_DASHBOARD_EXPORT: files.html,
  };
  // Files that exist afterwards then belong to this run.
  for (const file of Object.values(files)) rmSync(file, { force: true });
  const k6 = findK6(all);
  const readStealTime = measureStealTime();
  const child = spawn(k6.command, [...k6.before, 'run', '--summary-export', files.json, join(here, 'src', script)], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, ...all },
  });
  // k6 shares the cores with the stack: without priority it would measure its own waiting time.
  if (isLocal) raisePriority(child.pid);
  const use = followProcessorUse(child.pid);
  const stop = () => child.kill('SIGINT');
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const [code] = await once(child, 'exit');
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (!existsSync(files.json)) throw new Error(`k6 ended with ${code ?? 'a signal'} and wrote no results`);
  const { metrics = {}, ...rest } = JSON.parse(readFileSync(files.json, 'utf8'));
  const memory = isLocal ? memoryOf(readStack(stackFile)) : {};
  const stealShare = readStealTime();
  writeFileSync(
    files.json,
    `${JSON.stringify({ shape: name, url, at: new Date().toISOString(), memory_mb: memory, stolen_share: stealShare, metrics, ...rest }, null, 2)}\n`,
  );
  // k6 writes no HTML report for a run of a few seconds.
  const written = Object.values(files).filter((file) => existsSync(file));
  process.stdout.write(
    `\n${[...written, stealTimeText(stealShare)].map((line) => (line ? `  ${line}\n` : '')).join('')}`,
  );
  const usedCores = (seconds) => (isLocal ? use(seconds) : 0);
  const freeCores = (seconds) => availableParallelism() * (1 - (stealShare ?? 0)) - usedCores(seconds);
  return { code: code ?? 1, metrics, usedCores, freeCores };
};

const overload = async () => {
  const seconds = 20;
  const ratesOf = ({ metrics }) => ({
    logins: (metrics.logins_done?.count ?? 0) / seconds,
    reads: (metrics.reads_done?.count ?? 0) / seconds,
  });
  const findPeak = (name) =>
    run('overload.ts', name, { PHASE: 'peak', RUN_ID: `${runId}-${name}`, SECONDS: String(seconds) });
  const before = await findPeak('overload-peak');
  if (before.code !== 0) return before.code;
  const requested = ratesOf(before);
  const over = await run('overload.ts', 'overload', {
    PHASE: 'overload',
    SECONDS: String(seconds),
    PEAK_LOGINS: String(requested.logins),
    PEAK_READS: String(requested.reads),
  });
  // A machine's capacity varies by a tenth within a minute, a virtual machine's by more: the peak is the mean of before and after.
  const after = await findPeak('overload-peak-after');
  if (after.code !== 0) return after.code;
  const mean = (of) => (of(before) + of(after)) / 2;
  const peak = { logins: mean((phase) => ratesOf(phase).logins), reads: mean((phase) => ratesOf(phase).reads) };
  const { code, metrics } = over;
  const responded = ratesOf(over);
  const shares = [responded.logins / peak.logins, responded.reads / peak.reads];
  const goodput = (shares[0] + shares[1]) / 2;
  // At five times the load k6 itself takes more cores from the stack. The goodput relative to the remaining cores is printed too;
  // the floor applies to the goodput as a whole.
  const ofTheRest = goodput * (mean((phase) => phase.freeCores(seconds)) / over.freeCores(seconds));
  process.stdout.write(`
  peak        ${peak.logins.toFixed(0)} logins/s and ${peak.reads.toFixed(0)} reads/s (${requested.logins.toFixed(0)} and ${requested.reads.toFixed(0)} before, ${ratesOf(after).logins.toFixed(0)} and ${ratesOf(after).reads.toFixed(0)} after)
  at 5 times  ${(shares[0] * 100).toFixed(0)} % of the logins and ${(shares[1] * 100).toFixed(0)} % of the reads got a response; goodput ${goodput.toFixed(2)} of the peak (floor 0.9)
  k6 itself   took ${mean((phase) => phase.usedCores(seconds)).toFixed(2)} cores at the peak and ${over.usedCores(seconds).toFixed(2)} at 5 times; of what it left the goodput is ${ofTheRest.toFixed(2)}
  not sent    ${metrics.dropped_iterations?.count ?? 0} groups of them, for want of virtual users
  rejections  ${metrics.rejection_time?.count ?? 0}, 95 % of them within ${(metrics.rejection_time?.['p(95)'] ?? 0).toFixed(0)} ms (limit 50)
  5 s after   ${(metrics.after_time?.['p(95)'] ?? 0).toFixed(0)} ms at the 95th percentile, ${metrics.after_failed?.count ?? 0} failed
`);
  return code !== 0 || goodput < 0.9 ? 1 : 0;
};

try {
  process.stdout.write(`  ${shape} against ${url}, run ${runId}\n`);
  process.exitCode =
    shape === 'overload' ? await overload() : (await run(shape === 'browser' ? 'browser.ts' : 'main.ts', shape)).code;
} catch (error) {
  process.stderr.write(`  ✗ ${error.message}\n`);
  process.exitCode = 1;
}
