import { check } from 'k6';
import { browser } from 'k6/browser';
import type { Options } from 'k6/options';
import { baseUrl } from './site.ts';

/**
 * Measures the web vitals of the home page and of a model's page in a real Chromium, as on a phone, while the other journeys send
 * requests.
 */
export const options: Options = {
  scenarios: {
    phone: {
      executor: 'shared-iterations',
      vus: 1,
      iterations: 3,
      maxDuration: '3m',
      options: { browser: { type: 'chromium' } },
    },
  },
  thresholds: { checks: ['rate==1'], browser_web_vital_lcp: ['p(75)<2500'], browser_web_vital_cls: ['p(75)<0.1'] },
  summaryTrendStats: ['min', 'med', 'avg', 'p(95)', 'max', 'count'],
};

export default async function visit(): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'fr-FR',
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
  });
  const page = await context.newPage();
  try {
    await page.goto(`${baseUrl}/?sub1=CHARGE`, { waitUntil: 'load' });
    const card = page.locator('main a[href^="/"] h2, main article a').first();
    check(await card.count(), { 'the home shows models': (cards) => cards > 0 });
    await card.click();
    // The shell navigates without loading a document, so there is no load event to wait for.
    await page.waitForFunction(() => location.pathname !== '/');
    const title = page.locator('h1');
    await title.waitFor();
    check(await title.textContent(), { 'the model has a name': (name) => Boolean(name) });
  } finally {
    await page.close();
    await context.close();
  }
}
