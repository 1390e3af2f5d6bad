import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { findChromium } from 'stack/programs';

/** Contents of the running stack's stack.json. */
export interface StackFile {
  url: string;
  mailbox: string;
  partner: string;
  processes: Record<string, { pid: number; url?: string; log: string }>;
  /** Where the databases are, by the variables that `backup` reads. */
  stores: Record<string, string>;
  accounts: {
    administrator: { password: string };
    affiliates: { slug: string; password: string }[];
    paid: { email: string; password: string };
    unpaid: { email: string; password: string };
  };
}

export const readStack = (): StackFile => {
  const file = process.env.E2E_STACK;
  if (!file) throw new Error('E2E_STACK must be the path of stack.json');
  return JSON.parse(readFileSync(file, 'utf8')) as StackFile;
};

/** For a page or a condition that hangs. Generous: a busy machine is no failure. */
export const PAGE_TIMEOUT_MS = 60_000;

/**
 * Playwright's own list (1.65): a second --disable-features replaces the first. To it are added the pages of Chromium's address bar,
 * which no test sees: every window loads them anew, for half of the processor's time of a page (docs/testing.md#where-the-time-goes).
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** A headless Chromium that calls the stack alone. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  });

/** Widths of a phone and of a desktop. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** Whatever the page complains of: errors, violations of its policy, warnings of React. Expected refusals of calls are not in it. */
export const listenToComplaints = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  return complaints;
};

/** Polls until the value satisfies, for what becomes true by events. @throws after `deadline` milliseconds */
export const eventually = async <Value>(
  probe: () => Promise<Value>,
  satisfies: (value: Value) => boolean,
  deadline = PAGE_TIMEOUT_MS,
): Promise<Value> => {
  const end = Date.now() + deadline;
  for (;;) {
    const value = await probe();
    if (satisfies(value)) return value;
    if (Date.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${deadline} ms`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};
