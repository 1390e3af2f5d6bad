import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberSession } from 'web-kit/session';
import { captureTracking, followConsent } from 'web-kit/tracking';
import { failure, logIn, open, platform } from './harness.tsx';

const READ = 'GET /api/auth/ad-consent';
const CHANGE = 'PUT /api/auth/ad-consent';
const LINK = /Retenir le lien d’arrivée/;
const ADVERTISING = /Signaler l’inscription/;
const consent = () => JSON.parse(localStorage.getItem('consent') ?? 'null') as Record<string, unknown> | null;
const openChoices = async () => {
  open('/cookies', [{ key: ['operator'], data: {} }]);
  await screen.findByRole('heading', { name: 'Vos choix' });
  return userEvent.setup();
};
const toggle = (name: RegExp) => screen.getByRole('switch', { name });
const account = (granted: boolean, applies = true) => ({ body: { applies, granted, changed_at: null } });
let end: () => void;

beforeEach(() => {
  localStorage.clear();
  end = followConsent();
});
afterEach(() => {
  subscriberSession.clear();
  end();
});

describe('"Vos choix"', () => {
  test('stand on the cookie page, off until they are made, each by itself', async () => {
    platform({});
    const user = await openChoices();
    expect(document.getElementById('vos-choix')).toBeVisible();
    for (const name of [LINK, ADVERTISING]) expect(toggle(name)).not.toBeChecked();
    expect(localStorage).toHaveLength(0);
    await user.click(toggle(LINK));
    expect(toggle(LINK)).toBeChecked();
    expect(consent()).toMatchObject({ attribution: true, advertising: false });
    expect(screen.getByText(/Votre choix est enregistré/)).toBeVisible();
  });

  test('are changed at any time: what was stored goes with the consent', async () => {
    platform({});
    captureTracking('?sub1=CLICK1');
    const user = await openChoices();
    await user.click(screen.getByRole('button', { name: 'Tout accepter' }));
    expect(consent()).toMatchObject({ attribution: true, advertising: true });
    expect(localStorage.getItem('tracking')).toContain('CLICK1');
    await user.click(screen.getByRole('button', { name: 'Tout refuser' }));
    expect(consent()).toMatchObject({ attribution: false, advertising: false });
    expect(localStorage.getItem('tracking')).toBeNull();
    expect(screen.getByRole('button', { name: 'Tout refuser' }).className).toBe(
      screen.getByRole('button', { name: 'Tout accepter' }).className,
    );
  });

  test('shows a subscriber the choices of the account, and withdraws them there', async () => {
    const { bodyOf } = platform({ [READ]: account(true), [CHANGE]: account(false) });
    logIn();
    const user = await openChoices();
    await waitFor(() => expect(toggle(ADVERTISING)).toBeChecked());
    await user.click(toggle(ADVERTISING));
    expect(toggle(ADVERTISING)).toHaveFocus();
    await waitFor(() => expect(toggle(ADVERTISING)).not.toBeChecked());
    expect(bodyOf(CHANGE)).toEqual({ granted: false });
    expect(consent()).toMatchObject({ advertising: false });
  });

  test('leave the focus on the button that was pressed', async () => {
    const { requests } = platform({ [READ]: account(true), [CHANGE]: account(false) });
    logIn();
    const user = await openChoices();
    await waitFor(() => expect(toggle(ADVERTISING)).toBeChecked());
    const decline = screen.getByRole('button', { name: 'Tout refuser' });
    await user.click(decline);
    expect(decline).toHaveFocus();
    await waitFor(() => expect(toggle(ADVERTISING)).not.toBeChecked());
    expect(decline).toHaveFocus();
    expect(requests.filter(({ operation }) => operation === CHANGE)).toHaveLength(1);
  });

  test('stay as they are where a withdrawal did not arrive, with an error', async () => {
    platform({ [READ]: account(true), [CHANGE]: failure(503, 'Service indisponible', 'UNAVAILABLE') });
    logIn();
    const user = await openChoices();
    await waitFor(() => expect(toggle(ADVERTISING)).toBeChecked());
    await user.click(toggle(ADVERTISING));
    expect(await screen.findByText('Service indisponible')).toBeVisible();
    expect(toggle(ADVERTISING)).toBeChecked();
    expect(consent()).toBeNull();
  });

  test('changes the browser’s choice alone where no ad platform is concerned', async () => {
    platform({ [READ]: account(false, false), [CHANGE]: account(false, false) });
    logIn();
    const user = await openChoices();
    await user.click(toggle(ADVERTISING));
    await waitFor(() => expect(consent()).toMatchObject({ advertising: true }));
    expect(toggle(ADVERTISING)).toBeChecked();
  });
});
