import type { Browser, CDPSession, Page } from 'playwright-core';

/** Milliseconds. */
const ROUND_TRIP = 150;
const USABLE_WITHIN = 30_000;
/** Milliseconds after the page is usable in which nothing more may move or block. */
const AFTERWARDS = 1_500;
/** Bytes a second of 1.6 and 0.75 Mbit/s. */
const DOWN = 1_600_000 / 8;
const UP = 750_000 / 8;
const SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true, locale: 'fr-FR' };

export interface Measured {
  /** Milliseconds. */
  lcp: number;
  cls: number;
  /** Milliseconds of long tasks beyond their first 50, from the first paint on. */
  tbt: number;
  /** Kilobytes (1000) on the wire of every script asked for before the page was usable. */
  script: number;
  /** What the largest paint was, for whoever has to improve it. */
  largest: string;
  /** Milliseconds until the page's own code has taken it over. */
  usable: number;
  /** The scripts, largest first: "12.3 framework.js". */
  scripts: string[];
}

const throttle = async (session: CDPSession): Promise<void> => {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: ROUND_TRIP, downloadThroughput: DOWN, uploadThroughput: UP });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
};

/** Sizes of scripts as they crossed the wire, and when each was asked for (seconds of the browser's clock). */
const followScripts = (session: CDPSession) => {
  const asked = new Map<string, { url: string; at: number; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (type === 'Script' || /\.js(\?|$)/.test(request.url)) asked.set(requestId, { url: request.url, at: timestamp, bytes: 0 });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = asked.get(requestId);
    if (script) script.bytes = encodedDataLength;
  });
  return () => [...asked.values()];
};

/** Runs in the page before anything else: nothing that happens early is missed. */
const observe = () => {
  const seen = { lcp: 0, largest: '', cls: 0, fcp: 0, tasks: [] as { start: number; duration: number }[] };
  Object.assign(globalThis, { __seen: seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  on('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element?: Element; url?: string };
    seen.lcp = entry.startTime;
    seen.largest = `${element?.tagName.toLowerCase() ?? '?'} ${url ? new URL(url).pathname : (element?.textContent?.slice(0, 40) ?? '')}`;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.cls += value;
  });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  on('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
};

const read = (page: Page) =>
  page.evaluate(() => {
    const { __seen: seen } = globalThis as unknown as { __seen: { lcp: number; largest: string; cls: number; fcp: number; tasks: { start: number; duration: number }[] } };
    const blocked = seen.tasks.map(({ start, duration }) => Math.max(0, Math.min(duration, start + duration - seen.fcp) - 50));
    return { ...seen, tbt: blocked.reduce((sum, part) => sum + part, 0), usable: performance.getEntriesByName('usable')[0]?.startTime ?? 0 };
  });

/**
 * Opens a page as a first visit on a phone, and measures it.
 * @throws when the page's code has not taken over within half a minute
 */
export const visit = async (browser: Browser, url: string): Promise<Measured> => {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await throttle(session);
    const scripts = followScripts(session);
    let navigated = 0;
    session.on('Network.requestWillBeSent', ({ type, timestamp }) => {
      if (type === 'Document') navigated ||= timestamp;
    });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0, undefined, { timeout: USABLE_WITHIN });
    await page.waitForTimeout(AFTERWARDS);
    const { lcp, largest, cls, tbt, usable } = await read(page);
    const needed = scripts().filter(({ at }) => (at - navigated) * 1_000 <= usable).toSorted((a, b) => b.bytes - a.bytes);
    const names = needed.map(({ url: address, bytes }) => `${(bytes / 1_000).toFixed(1)} ${new URL(address).pathname.split('/').at(-1)}`);
    return { lcp, cls, tbt, largest, usable, scripts: names, script: needed.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000 };
  } finally {
    await context.close();
  }
};
