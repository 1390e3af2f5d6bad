import { execFileSync } from 'node:child_process';
import { listModels } from 'contracts/operations/models';
import { SERVICE_NAMES } from 'contracts/services';
import { createClient } from '../../demo/client.ts';
import { administratorToken } from '../administrator.ts';
import { createHttpClient } from '../http-client.ts';
import { failuresOf, failureText, runOpenLoop } from '../open-loop.ts';
import { readStackFile } from '../stack-file.ts';
import type { SizeResult } from './table.ts';

/** Requests a second: below what any size can take, so that waiting for a core is no part of the figures. */
const PER_SECOND = 20;
const WARM_UP_SECONDS = 2;
/** Models of a page: so many that the smallest site fills two. */
const PAGE = 24;
/** Pages that are requested in turn, along their cursors. */
const MOST_PAGES = 20;
/** Processes whose memory grows with the data, if any does. */
const MEASURED = ['gateway', 'shell', ...SERVICE_NAMES, 'media-worker'];

/** Paths of the list's pages from the first on, along `Link: rel="next"`. */
const pagesOf = async (url: string): Promise<string[]> => {
  const pages = [`${listModels.path}?limit=${PAGE}`];
  while (pages.length < MOST_PAGES) {
    const response = await fetch(new URL(pages.at(-1) ?? '', url));
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the list of models responded ${response.status}`);
    const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    if (!next) break;
    const { pathname, search } = new URL(next, url);
    pages.push(pathname + search);
  }
  return pages;
};

/** Megabytes in memory of a process, without what it has started. */
const memoryOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;

/**
 * Measures each kind of request by itself, then the memory of the services.
 * @param models how many there are, of `seed:scale`
 * @throws Error when a request fails: its latency would mean nothing
 */
export const measureSize = async (stackFile: string, models: number, seconds: number): Promise<SizeResult> => {
  const { url, accounts, processes } = readStackFile(stackFile);
  const authorization = `Bearer ${await administratorToken(createClient(url), accounts.administrator.password)}`;
  const pages = await pagesOf(url);
  // A prime step: other models than the pages before, over the whole range.
  const modelAt = (index: number) => 1 + ((index * 7_919) % models);
  const kinds: Record<string, (index: number) => [path: string, headers?: Record<string, string>]> = {
    'list page': (index) => [pages[index % pages.length] ?? ''],
    search: (index) => [`${listModels.path}?limit=${PAGE}&q=${modelAt(index)}`],
    'model page': (index) => [`/scale-${modelAt(index)}`],
    'home HTML': () => ['/'],
    'panel list': (index) => [pages[index % pages.length] ?? '', { authorization }],
  };
  const http = createHttpClient(url);
  const requests = new Map<string, { p50: number; p95: number }>();
  try {
    for (const [name, requestOf] of Object.entries(kinds)) {
      const run = (duration: number) =>
        runOpenLoop({
          perSecond: PER_SECOND,
          seconds: duration,
          send: (index) => http.expectOk(...requestOf(index)),
        });
      await run(WARM_UP_SECONDS);
      const measured = await run(seconds);
      if (failuresOf(measured) > 0) throw new Error(`${name}: ${failureText(measured)}`);
      requests.set(name, measured);
    }
    const memory = new Map(
      MEASURED.flatMap((name) => {
        const pid = processes[name]?.pid;
        return pid === undefined ? [] : [[name, memoryOf(pid)] as const];
      }),
    );
    return { models, requests, memory };
  } finally {
    http.close();
  }
};
