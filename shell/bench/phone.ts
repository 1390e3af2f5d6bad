import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession } from 'playwright-core';

/** Latency of a round trip. */
const ROUND_TRIP_MS = 150;
const USABLE_TIMEOUT_MS = 30_000;
/** Time after the page is usable in which layout shifts and long tasks are still measured. */
const OBSERVED_AFTER_MS = 1_500;
/** Bytes per second of 1.6 and 0.75 Mbit/s. */
const DOWN_BYTES_PER_SECOND = 1_600_000 / 8;
const UP_BYTES_PER_SECOND = 750_000 / 8;
const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'fr-FR',
};

export interface Measured {
  /** Largest contentful paint. */
  lcpMs: number;
  cls: number;
  /** Total blocking time: long tasks beyond their first 50 ms, from the first paint on. */
  tbtMs: number;
  /** Transferred size, in units of 1000 bytes, of every script requested before the page was usable. */
  scriptKb: number;
  /** Element of the largest paint. */
  largest: string;
  /** Time until the page's own code is interactive. */
  usableMs: number;
  /** Scripts with their kilobytes, largest first, such as "12.3 framework.js". */
  scripts: string[];
}

/** Throttles network and processor of a page to those of the slow phone. */
export const throttle = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: DOWN_BYTES_PER_SECOND,
    uploadThroughput: UP_BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
};

/** Follows the transferred sizes of scripts, and when each was requested (by the browser's clock). */
const followScripts = (session: CDPSession) => {
  const requests = new Map<string, { url: string; atSeconds: number; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (type === 'Script' || /\.js(\?|$)/.test(request.url))
      requests.set(requestId, { url: request.url, atSeconds: timestamp, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = requests.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  return () => [...requests.values()];
};

interface Seen {
  lcpMs: number;
  largest: string;
  cls: number;
  fcpMs: number;
  usableMs: number;
  tasks: { startMs: number; durationMs: number }[];
}

/** Call of the binding by which the page reports that it is usable. */
interface Bound {
  reportUsable: (mark: string) => void;
}
const REPORT_USABLE: keyof Bound = 'reportUsable';

/** Runs in the page before any other script, so that no early event is missed. */
const observe = () => {
  const seen: Seen = { lcpMs: 0, largest: '', cls: 0, fcpMs: 0, usableMs: 0, tasks: [] };
  const page = Object.assign(globalThis as typeof globalThis & Bound, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element?: Element; url?: string };
    seen.lcpMs = entry.startTime;
    seen.largest = `${element?.tagName.toLowerCase() ?? '?'} ${url ? new URL(url).pathname : (element?.textContent?.slice(0, 40) ?? '')}`;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcpMs = entry.startTime;
  });
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ startMs: startTime, durationMs: duration }));
  on('mark', ({ name, startTime }) => {
    if (name !== 'usable' || seen.usableMs) return;
    seen.usableMs = startTime;
    page.reportUsable(name);
  });
};

/** Resolves when the page reports that it is usable. @throws after half a minute */
const untilUsable = (session: CDPSession): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`not usable within ${USABLE_TIMEOUT_MS / 1_000} s`)),
      USABLE_TIMEOUT_MS,
    );
    session.on('Runtime.bindingCalled', ({ name }) => {
      if (name !== REPORT_USABLE) return;
      clearTimeout(late);
      resolve();
    });
  });

const read = async (session: CDPSession): Promise<Seen & { tbtMs: number }> => {
  const { result } = await session.send('Runtime.evaluate', { expression: 'seen', returnByValue: true });
  const seen = result.value as Seen;
  const blockedMs = seen.tasks.map(({ startMs, durationMs }) =>
    Math.max(0, Math.min(durationMs, startMs + durationMs - seen.fcpMs) - 50),
  );
  return { ...seen, tbtMs: blockedMs.reduce((sum, part) => sum + part, 0) };
};

/**
 * Opens a page as a first visit on a phone, and measures it. Uses only the DevTools protocol while the page loads: Playwright's
 * waiting would inject 330 kB of script, 150 ms on a slow processor.
 * @throws when the page is not usable within half a minute
 */
export const visit = async (browser: Browser, url: string): Promise<Measured> => {
  const context = await browser.newContext(PHONE);
  try {
    const session = await context.newCDPSession(await context.newPage());
    await throttle(session);
    const scripts = followScripts(session);
    let navigatedAtSeconds = 0;
    session.on('Network.requestWillBeSent', ({ type, timestamp }) => {
      if (type === 'Document') navigatedAtSeconds ||= timestamp;
    });
    await session.send('Page.enable');
    await session.send('Runtime.enable');
    await session.send('Runtime.addBinding', { name: REPORT_USABLE });
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${observe.toString()})()` });
    const isUsable = untilUsable(session);
    await session.send('Page.navigate', { url });
    await isUsable;
    await pause(OBSERVED_AFTER_MS);
    const { lcpMs, largest, cls, tbtMs, usableMs } = await read(session);
    const needed = scripts()
      .filter(({ atSeconds }) => (atSeconds - navigatedAtSeconds) * 1_000 <= usableMs)
      .toSorted((a, b) => b.bytes - a.bytes);
    const names = needed.map(
      ({ url: address, bytes }) => `${(bytes / 1_000).toFixed(1)} ${new URL(address).pathname.split('/').at(-1)}`,
    );
    return {
      lcpMs,
      cls,
      tbtMs,
      largest,
      usableMs,
      scripts: names,
      scriptKb: needed.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000,
    };
  } finally {
    await context.close();
  }
};
