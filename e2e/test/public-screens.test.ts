import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { accountButton, openAccountMenu } from '../src/account-menu.ts';
import { launchBrowser, PHONE, readStack } from '../src/browser.ts';
import {
  chooseModels,
  findBarriers,
  newContext,
  openPage,
  overflowOf,
  sessionOf,
  smallTargetsOf,
} from '../src/public-site.ts';
import { registrationButton, submitRegistration } from '../src/registration.ts';

const stack = readStack();
const NARROWEST = 320;
const WIDTHS = [NARROWEST, 390, 768, 1440];
type Who = 'visitor' | 'paid' | 'unpaid';
let browser: Browser;
let onStage = '';
let offStage = '';
let contexts: Record<Who, BrowserContext>;

beforeAll(async () => {
  browser = await launchBrowser();
  const [models, paid, unpaid] = await Promise.all([
    chooseModels(),
    sessionOf(browser, 'paid'),
    sessionOf(browser, 'unpaid'),
  ]);
  ({ onStage, offStage } = models);
  const contextOf = (storageState?: BrowserContextOptions['storageState']) =>
    newContext(browser, { viewport: PHONE, hasTouch: true, storageState });
  contexts = { visitor: await contextOf(), paid: await contextOf(paid), unpaid: await contextOf(unpaid) };
});
afterAll(() => browser.close());

const openRegistration = async (page: Page) => {
  await page.getByRole('button', { name: 'Débloquer le contenu' }).click();
  await page.getByRole('dialog').getByLabel('Prénom').waitFor();
};
const openLogin = async (page: Page) => {
  await page.getByRole('button', { name: 'Connexion', exact: true }).click();
  await page.getByRole('dialog', { name: 'Connexion' }).waitFor();
};

/** Opens the registration from the home page, where a model has to be chosen first. */
const openRegistrationFromHome = async (page: Page) => {
  await page.getByRole('button', { name: 'Commencer maintenant' }).click();
  await page.getByRole('dialog').getByLabel('Prénom').waitFor();
};
const fillCancellation = async (page: Page) => {
  await page.getByLabel('Prénom').fill('Noé');
  await page.getByLabel('Nom', { exact: true }).fill('Petit');
  await page.getByLabel('E-mail de l’abonnement').fill('noe@example.org');
  await page.getByRole('button', { name: 'Vérifier ma demande' }).click();
};

/** Every screen and modal: address, user, action, and the text that shows that it is open. */
const SCREENS: [
  name: string,
  screen: { path: () => string; who?: Who; act?: (page: Page) => Promise<unknown>; sign: string | RegExp },
][] = [
  ['home', { path: () => '/', sign: 'Créer un compte gratuit' }],
  ['a model on stage', { path: () => `/${onStage}`, sign: 'Débloquer le contenu' }],
  [
    'a model for who has paid',
    { path: () => `/${onStage}`, who: 'paid', act: (page) => accountButton(page).waitFor(), sign: 'Photos' },
  ],
  ['the menu of the account', { path: () => '/', who: 'paid', act: openAccountMenu, sign: 'Déconnexion' }],
  ['the live page', { path: () => `/${offStage}/live`, sign: "S'inscrire / Se connecter" }],
  ['the registration', { path: () => `/${onStage}`, act: openRegistration, sign: 'Accès complet au contenu' }],
  [
    'the registration with every field wrong',
    {
      path: () => `/${onStage}`,
      act: async (page) => {
        await openRegistration(page);
        await registrationButton(page).click();
      },
      sign: 'Erreur de validation',
    },
  ],
  [
    'the registration from the home page',
    { path: () => '/', act: openRegistrationFromHome, sign: 'Par qui commencer ?' },
  ],
  [
    'the registration without a model',
    {
      path: () => '/',
      act: async (page) => {
        await openRegistrationFromHome(page);
        await registrationButton(page).click();
      },
      sign: "Erreur d'inscription",
    },
  ],
  [
    'the registration with a known address',
    {
      path: () => `/${onStage}`,
      act: async (page) => {
        await openRegistration(page);
        await submitRegistration(page, stack.accounts.unpaid.email);
      },
      sign: 'Se connecter avec cette adresse',
    },
  ],
  [
    'the ways to be notified of a live',
    {
      path: () => `/${offStage}`,
      act: (page) => page.getByRole('link', { name: /^Me prévenir/ }).click(),
      sign: 'Les lives',
    },
  ],
  [
    'a search without a result',
    {
      path: () => '/',
      act: (page) => page.getByRole('searchbox').fill('personne'),
      sign: /^Personne ne s’appelle/,
    },
  ],
  ['the login', { path: () => '/', act: openLogin, sign: 'Mot de passe oublié ?' }],
  [
    'the forgotten password',
    {
      path: () => '/',
      act: async (page) => {
        await openLogin(page);
        await page.getByRole('button', { name: 'Mot de passe oublié ?' }).click();
      },
      sign: 'Envoyer le lien',
    },
  ],
  ['welcome', { path: () => '/welcome', who: 'unpaid', sign: 'Seulement 2€' }],
  ['the payment status', { path: () => '/payment-status', who: 'unpaid', sign: 'PAYER DEUX EUROS' }],
  [
    'a declined payment',
    { path: () => '/payment-status?paiement=refuse', who: 'unpaid', sign: 'Paiement refusé, rien n’a été débité.' },
  ],
  ['success', { path: () => '/success', who: 'paid', sign: 'Support prioritaire 24/7' }],
  ['the account', { path: () => '/account', who: 'unpaid', sign: 'Cet appareil' }],
  [
    'the account with a wrong password',
    {
      path: () => '/account',
      who: 'unpaid',
      act: (page) => page.getByRole('button', { name: 'Changer le mot de passe' }).click(),
      sign: 'Erreur de validation',
    },
  ],
  ['an old reset link', { path: () => '/reset-password?token=old', sign: 'Lien invalide ou expiré' }],
  ['the cancellation', { path: () => '/resilier', sign: 'Vérifier ma demande' }],
  [
    'the cancellation with every field wrong',
    {
      path: () => '/resilier',
      act: (page) => page.getByRole('button', { name: 'Vérifier ma demande' }).click(),
      sign: 'Erreur de validation',
    },
  ],
  ['the cancellation before it is sent', { path: () => '/resilier', act: fillCancellation, sign: 'Tout est juste ?' }],
  [
    'the receipt of a cancellation',
    {
      path: () => '/resilier',
      act: async (page) => {
        await fillCancellation(page);
        await page.getByRole('button', { name: 'Confirmer la résiliation' }).click();
      },
      sign: 'Votre demande est enregistrée',
    },
  ],
  ['the end of mails about lives', { path: () => '/desabonnement?token=t', sign: 'Me désabonner' }],
  ['the confirmation of an address', { path: () => '/confirm-email?token=t', sign: 'Confirmer cette adresse' }],
  ['the preview without a panel', { path: () => '/apercu/personne', sign: 'Modèle non trouvé' }],
  ['a partner', { path: () => `/partner/${stack.accounts.affiliates[0]?.slug}`, sign: 'DÉCOUVRIR LE CONTENU' }],
  ['an unknown partner', { path: () => '/partner/inconnu', sign: 'Affilié non trouvé' }],
  ['an unknown model', { path: () => '/personne-de-ce-nom', sign: 'Modèle non trouvé' }],
  ['the 404 page', { path: () => '/no/such/page', sign: 'Oops! Page not found' }],
];

describe('every screen', () => {
  // A failed test leaves its page open with its stream, and browsers open only six connections to one host.
  afterEach(async () => {
    for (const page of Object.values(contexts).flatMap((context) => context.pages())) await page.close();
  });

  test.each(SCREENS)(
    'shows %s without findings of axe in either theme, without overflow at any width, and with large enough targets',
    async (_, { path, who = 'visitor', act, sign }) => {
      const { page, complaints } = await openPage(contexts[who], path());
      await act?.(page);
      await page.getByText(sign).first().waitFor();
      // Code de la consommation, L215-1-1: available on every screen, behind a modal too.
      expect(await page.locator('footer').getByText('Résilier votre contrat', { exact: true }).count()).toBe(1);
      expect(await smallTargetsOf(page)).toEqual([]);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        expect([width, await overflowOf(page)]).toEqual([width, 0]);
        if (width !== NARROWEST) expect([width, await findBarriers(page)]).toEqual([width, []]);
      }
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  test('shows the documentation of the API without findings of axe in either theme, and without overflow at any width', async () => {
    const page = await contexts.visitor.newPage();
    await page.goto(`${stack.url}/api/docs`);
    for (const group of await page.getByRole('navigation').locator('summary').all()) await group.click();
    await page.locator('#createModel summary').first().click();
    expect(await findBarriers(page)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
    }
    await page.close();
  });

  test('shows the gateway’s own error page without findings of axe in either theme, and without overflow at any width', async () => {
    const page = await contexts.visitor.newPage();
    // The gateway itself rejects this address: no service has to be stopped.
    await page.goto(`${stack.url}/%00`);
    await page.getByRole('heading', { name: 'Demande impossible' }).waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
      if (width !== NARROWEST) expect([width, await findBarriers(page)]).toEqual([width, []]);
    }
    await page.close();
  });
});

describe('the keyboard alone', () => {
  test('opens the registration by Enter on a locked tile, keeps Tab in it, and returns to the tile by Escape', async () => {
    const { page } = await openPage(contexts.visitor, `/${onStage}`);
    const tile = page.getByRole('button', { name: /^Photo verrouillée \d+, s’inscrire pour voir/ }).first();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Aller au contenu');
    for (
      let presses = 0;
      presses < 30 && !(await tile.evaluate((element) => element === document.activeElement));
      presses += 1
    )
      await page.keyboard.press('Tab');
    expect(await tile.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Prénom').waitFor();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      // Between the last and the first control the browser's own toolbar has the focus, and the page reports its body.
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await tile.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.close();
  });
});

describe('the viewer', () => {
  let page: Page;
  const announced = () => page.getByRole('dialog').getByRole('status');
  const place = (text: string) => announced().getByText(text, { exact: true }).waitFor();
  /** Swipes with one finger, by CSS pixels. */
  const swipe = async (by: { x: number; y: number }) => {
    const client = await page.context().newCDPSession(page);
    const from = { x: 195, y: 420 };
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (const part of [0.25, 0.5, 0.75, 1])
      await client.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: from.x + by.x * part, y: from.y + by.y * part }],
      });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await client.detach();
  };
  const openFirst = async () => {
    await page.getByRole('button', { name: /^Photo 1, ouvrir/ }).click();
    await page.getByRole('dialog').waitFor();
  };
  const isGone = () => page.getByRole('dialog').waitFor({ state: 'detached' });

  beforeAll(async () => {
    ({ page } = await openPage(contexts.paid, `/${onStage}`));
    await page
      .getByRole('button', { name: /verrouillée/ })
      .first()
      .waitFor({ state: 'detached' });
  });
  afterAll(() => page.close());

  test('turns an opened photo by arrows and swipes, without findings of axe', async () => {
    await openFirst();
    const total = (await announced().innerText()).match(/1 \/ (\d+)/)?.[1];
    await page.keyboard.press('ArrowRight');
    await place(`2 / ${total}`);
    await swipe({ x: -180, y: 0 });
    await place(`3 / ${total}`);
    await swipe({ x: 180, y: 0 });
    await place(`2 / ${total}`);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('offers to reset the zoom of a zoomed photo', async () => {
    await page.getByRole('button', { name: 'Agrandir' }).click();
    await page.getByRole('button', { name: 'Réduire' }).click();
    await page.getByRole('button', { name: 'Agrandir' }).waitFor();
  });

  test('closes the viewer by the back button, by pulling the photo down and by Escape, and stays on the page', async () => {
    await page.goBack();
    await isGone();
    expect(new URL(page.url()).pathname).toBe(`/${onStage}`);
    await openFirst();
    await swipe({ x: 0, y: 260 });
    await isGone();
    await openFirst();
    await page.keyboard.press('Escape');
    await isGone();
    expect(new URL(page.url()).pathname).toBe(`/${onStage}`);
  });
});

describe('a replay of half a minute', () => {
  const openReplay = async (before?: (page: Page) => Promise<unknown>) => {
    const { page, complaints } = await openPage(contexts.paid, '/nina', before);
    await page.getByRole('tab', { name: /^Redif live/ }).click();
    await page.getByRole('button', { name: /^Rediffusion 1, ouvrir/ }).click();
    const film = page.getByRole('dialog').locator('video');
    return {
      page,
      complaints,
      film,
      plays: (from: number) =>
        page.waitForFunction(
          (seconds) => (document.querySelector<HTMLVideoElement>('dialog video')?.currentTime ?? 0) > seconds,
          from,
        ),
      facts: () =>
        film.evaluate(({ currentSrc, controls, error }: HTMLVideoElement) => ({
          file: new URL(currentSrc).pathname.split('/').at(-1),
          controls,
          error,
        })),
    };
  };

  test('plays HLS, and continues where it is wound to', async () => {
    const { page, complaints, film, plays, facts } = await openReplay();
    await plays(0.2);
    await film.evaluate((video: HTMLVideoElement) => {
      video.currentTime = 25;
    });
    await plays(25.2);
    expect(await facts()).toEqual({ file: 'hls.m3u8', controls: true, error: null });
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('plays the MP4 when the HLS is rejected', async () => {
    const { page, plays, facts } = await openReplay((opened) =>
      opened.route('**/hls*', (route) => route.fulfill({ status: 403 })),
    );
    await plays(0.2);
    expect(await facts()).toEqual({ file: '720.mp4', controls: true, error: null });
    await page.close();
  });
});

test('a registered visitor who has not paid and presses content comes to the payment status', async () => {
  const { page } = await openPage(contexts.unpaid, `/${onStage}`);
  await page
    .getByRole('button', { name: /^Photo verrouillée/ })
    .first()
    .click();
  await page.waitForURL('**/payment-status');
  await page.close();
});
