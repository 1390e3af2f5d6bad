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
  /** Addresses of the databases, by the variables that `backup` reads. */
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

/** Timeout of a page or a condition that hangs; generous, so that a busy machine causes no failure. */
export const PAGE_TIMEOUT_MS = 60_000;

/**
 * Playwright's own list (1.65), as a second --disable-features replaces the first, and the pages of Chromium's address bar. No test
 * sees those, but every window loads them again, for half of a page's processor time (docs/testing.md#where-the-time-goes).
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

/** Launches a headless Chromium whose requests reach the stack alone. */
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

/** Screen sizes of a phone and of a desktop. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/**
 * Collects the errors of a page: exceptions, violations of its content security policy, warnings of React. Failed loads of
 * resources are left out: some responses are rejections on purpose.
 */
export const listenToComplaints = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  return complaints;
};

/** Polls until the value passes the check, for state that events change. @throws after `deadline` milliseconds */
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
