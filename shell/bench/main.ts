import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { print, runCommand, UsageError, wholeNumber } from 'service-kit/run-command';
import { findChromium } from '../../stack/install/programs.mjs';
import { measureStealTime, stealTimeText } from '../../stack/src/steal-time.ts';
import { firstVisit } from './first-visit.ts';
import type { Step } from './first-visit.ts';
import { runLighthouse } from './lighthouse.ts';
import type { Category, LighthouseReport } from './lighthouse.ts';
import { visit } from './phone.ts';
import type { Measured } from './phone.ts';
import { LIGHTHOUSE_TARGETS, median, PHONE_TARGETS, rowOf } from './targets.ts';

const HELP = `Usage: npm run bench:web [-- options]

Opens the home, a model's and its live page as first visits on a phone (390 px, 150 ms round trip, 1.6 Mbit/s, a four
times slower processor), runs Lighthouse on them, and prints the medians beside their targets. Ends with 1 when one is
missed. Measures the stack that runs on DATA_DIR (default .data), else one of its own that it starts and stops.

  --url <address>        measure the site at this address
  --runs <number>        visits of each page (default 5)
  --reports <number>     runs of Lighthouse on each page (default 7; 0 leaves it out)
  --first-visit          instead, what a stranger taps and waits for from an ad to an unlocked photo, on the same phone;
                         registers and pays at the sandbox partner for each of the --runs
  --verbose              also what was largest, when each page was usable, and its scripts
`;

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Returns the home page, and the pages of the first model in the list. */
const pagesOf = async (url: string) => {
  const models = (await (await fetch(`${url}/api/models`)).json()) as { slug: string }[];
  const slug = models[0]?.slug;
  if (!slug) throw new Error(`${url} has no models`);
  return [
    { name: 'home', url: `${url}/` },
    { name: 'model', url: `${url}/${slug}` },
    { name: 'live', url: `${url}/${slug}/live` },
  ];
};

const times = async <Result>(count: number, work: () => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let i = 0; i < count; i += 1) results.push(await work());
  return results;
};

const show = (page: string, visits: Measured[], reports: LighthouseReport[], verbose: boolean): boolean => {
  const rows = [
    ...Object.entries(PHONE_TARGETS).map(([key, target]) =>
      rowOf(
        page,
        target,
        visits.map((measured) => measured[key as keyof typeof PHONE_TARGETS]),
      ),
    ),
    ...(reports.length > 0
      ? Object.entries(LIGHTHOUSE_TARGETS).map(([key, target]) =>
          rowOf(
            page,
            target,
            reports.map(({ scores }) => scores[key as Category]),
          ),
        )
      : []),
  ];
  for (const { text } of rows) print(text);
  const last = visits.at(-1);
  if (verbose && last)
    print(
      `  largest: ${last.largest}\n  usable: ${visits.map(({ usableMs }) => Math.round(usableMs)).join(' ')} ms\n  ${last.scripts.join('\n  ')}`,
    );
  for (const fault of new Set(reports.flatMap(({ faults }) => faults))) print(`  ${fault}`);
  return rows.every(({ met }) => met);
};

const measure = async (
  browser: Browser,
  port: number,
  options: { url: string; runs: number; reports: number; verbose: boolean },
): Promise<boolean> => {
  print(`${options.url}, ${options.runs} visits each; load of this machine ${loadavg()[0]?.toFixed(1)}\n`);
  let allMet = true;
  for (const { name, url } of await pagesOf(options.url)) {
    // Fills the gateway's cache, from which visitors get the page: this might be the first request since it was last changed.
    await (await fetch(url)).text();
    const readStealTime = measureStealTime();
    const visits = await times(options.runs, () => visit(browser, url));
    const reports = await times(options.reports, () => runLighthouse(url, port));
    allMet = show(name, visits, reports, options.verbose) && allMet;
    const stealTime = stealTimeText(readStealTime());
    if (stealTime) print(`${name.padEnd(10)}  ${stealTime}`);
  }
  return allMet;
};

/** Prints a line for each step of the first visits with its taps and the median of its seconds, then their sums. */
const printFirstVisits = async (browser: Browser, { url, runs }: { url: string; runs: number }): Promise<void> => {
  const [, model] = await pagesOf(url);
  if (!model) return;
  print(`${model.url}, ${runs} first visits; load of this machine ${loadavg()[0]?.toFixed(1)}\n`);
  const visits = await times(runs, () => firstVisit(browser, model.url));
  const row = (name: string, taps: number, seconds: readonly number[]) =>
    print(
      [
        name.padEnd(44),
        `${taps} taps`.padStart(8),
        `${median(seconds).toFixed(1)} s`.padStart(8),
        `[${seconds.map((value) => value.toFixed(1)).join(' ')}]`,
      ].join('  '),
    );
  visits[0]?.forEach(({ name, taps }, index) =>
    row(
      name,
      taps,
      visits.map((steps) => steps[index]?.seconds ?? 0),
    ),
  );
  const sumOf = (steps: readonly Step[], key: 'taps' | 'seconds') => steps.reduce((sum, step) => sum + step[key], 0);
  row(
    'all',
    sumOf(visits[0] ?? [], 'taps'),
    visits.map((steps) => sumOf(steps, 'seconds')),
  );
};

const options = {
  url: { type: 'string', default: process.env.BENCH_URL ?? '' },
  runs: { type: 'string', default: '5' },
  reports: { type: 'string', default: '7' },
  'first-visit': { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
} as const;

await runCommand({ help: HELP, options }, async ({ values }) => {
  const settings = {
    url: values.url.replace(/\/$/, ''),
    runs: wholeNumber(values.runs, '--runs', { least: 1 }),
    reports: wholeNumber(values.reports, '--reports', { least: 0 }),
    verbose: values.verbose,
  };
  if (!settings.url) throw new UsageError('Which site? Give --url.');
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  try {
    if (!values['first-visit']) return (await measure(browser, port, settings)) ? 0 : 1;
    await printFirstVisits(browser, settings);
    return 0;
  } finally {
    await browser.close();
  }
});
