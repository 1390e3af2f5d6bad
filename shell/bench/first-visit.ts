import { randomUUID } from 'node:crypto';
import { OFFER_TEXTS } from 'contracts/offer';
import type { Browser, Locator, Page } from 'playwright-core';
import { PHONE, throttle } from './phone.ts';

/** The machine may be slow as well as the simulated phone. */
const STEP_TIMEOUT_MS = 90_000;

/** A step of the visit: its number of taps, and the time from the last tap to its result. */
export interface Step {
  name: string;
  taps: number;
  seconds: number;
}

const slowDown = async (page: Page): Promise<Page> => {
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await throttle(await page.context().newCDPSession(page));
  return page;
};

/** Resolves once the picture is decoded. */
const untilDrawn = async (picture: Locator): Promise<void> => {
  await picture.waitFor();
  await picture.evaluate((image: HTMLImageElement) => image.decode());
};

/**
 * Visits the site for the first time, from an ad on a model's page to a photo unlocked by a payment at the sandbox partner. Reading
 * and typing take no time: the seconds are those of the site and of the partner's own page. The tap on the ad does not count.
 */
export const firstVisit = async (browser: Browser, modelUrl: string): Promise<Step[]> => {
  const context = await browser.newContext(PHONE);
  const steps: Step[] = [];
  try {
    const page = await slowDown(await context.newPage());
    const step = async <Result>(name: string, work: (tap: (what: Locator) => Promise<void>) => Promise<Result>) => {
      let taps = 0;
      let since = performance.now();
      const result = await work(async (what) => {
        taps += 1;
        await what.tap();
        since = performance.now();
      });
      steps.push({ name, taps, seconds: (performance.now() - since) / 1_000 });
      return result;
    };
    const type = async (tap: (what: Locator) => Promise<void>, field: Locator, text: string) => {
      await tap(field);
      await field.fill(text);
    };

    const locked = page.getByRole('button', { name: /^Photo verrouillée/ }).first();
    await step('from the ad to the model’s page', async () => {
      await page.goto(`${modelUrl}?sub1=AD`);
      await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0);
      await locked.waitFor();
    });
    const form = page.getByRole('dialog');
    await step('from a locked photo to the registration', async (tap) => {
      await tap(locked);
      await form.getByLabel('Prénom').waitFor();
    });
    const payLink = page.getByRole('link', { name: OFFER_TEXTS.pay });
    await step('from the registration to the welcome', async (tap) => {
      await type(tap, form.getByLabel('Prénom'), 'Léa');
      await type(tap, form.getByLabel('Nom', { exact: true }), 'Martin');
      await type(tap, form.getByLabel('E-mail'), `banc-${randomUUID().slice(0, 8)}@example.org`);
      await type(tap, form.getByLabel('Mot de passe', { exact: true }), 'un-bon-mot-de-passe');
      await tap(form.getByRole('checkbox'));
      await tap(form.getByRole('button', { name: OFFER_TEXTS.register }));
      await payLink.waitFor();
    });
    const partner = await step('from the welcome to the payment partner', async (tap) => {
      const opened = context.waitForEvent('page', { timeout: STEP_TIMEOUT_MS });
      await tap(payLink);
      const popup = await slowDown(await opened);
      await popup.getByRole('button', { name: 'Accepter', exact: true }).waitFor();
      return popup;
    });
    await step('from the payment to the unlocked photo', async (tap) => {
      await tap(partner.getByRole('button', { name: 'Accepter', exact: true }));
      await untilDrawn(partner.getByRole('link', { name: /^Ouvrir la photo 1 / }).locator('img'));
    });
    return steps;
  } finally {
    await context.close();
  }
};
