import { beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AFFILIATE_DEFAULTS } from 'contracts/affiliate-fields';
import type { AffiliateView } from 'contracts/affiliates';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { expectToast } from 'panel/testing/toasts';
import { Settings } from '../src/features/profile/settings.tsx';

const studio: AffiliateView = {
  ...AFFILIATE_DEFAULTS,
  id: '0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a11',
  name: 'Studio Nord',
  slug: 'studio-nord',
  adexico_base_url: 'https://pay.example/offer',
  email_from_name: 'Le studio',
  email_from_email: 'bonjour@studio.example',
  telegram_link: 'https://t.me/studio',
  created_at: '2026-03-02T20:00:00.000Z',
};
const onChanged = jest.fn();
const open = () =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <Settings affiliate={studio} onChanged={onChanged} />
      </ToastProvider>
    </MemoryRouter>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const stubResponse = (status: number, body: string) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }));

beforeEach(() => {
  jest.restoreAllMocks();
  onChanged.mockClear();
});

test('the settings open the own fields in a drawer, without those of the redirection', async () => {
  open();
  await press('Réglages');
  for (const text of ['Studio Nord', '@studio-nord', 'Actif']) expect(screen.getByText(text)).toBeVisible();
  for (const value of ['Le studio', 'bonjour@studio.example', 'https://t.me/studio'])
    expect(screen.getByDisplayValue(value)).toBeVisible();
  expect(screen.queryByDisplayValue('https://pay.example/offer')).toBeNull();
});

test('the form has the four editable fields, sends the changed one alone and reports success', async () => {
  stubResponse(200, JSON.stringify(studio));
  open();
  await press('Réglages');
  expect(screen.getAllByRole('textbox')).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nom d’expéditeur' }));
  await userEvent.click(screen.getByRole('switch', { name: 'Compte actif' }));
  await press('Enregistrer');
  await expectToast('Succès', 'Vos informations sont à jour.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Réglages' }));
  const [url, init] = jest.mocked(globalThis.fetch).mock.calls[0] ?? [];
  expect([url, init?.method, JSON.parse(String(init?.body))]).toEqual([
    '/api/affiliates/studio-nord',
    'PUT',
    { is_active: false },
  ]);
  expect(onChanged).toHaveBeenCalled();
});

test('the form keeps the drawer with what was typed during a save', async () => {
  const response = Promise.withResolvers<Response>();
  jest.spyOn(globalThis, 'fetch').mockReturnValueOnce(response.promise);
  open();
  await press('Réglages');
  const name = screen.getByRole('textbox', { name: 'Nom d’expéditeur' });
  await userEvent.type(name, ' ');
  await press('Enregistrer');
  const email = screen.getByRole('textbox', { name: 'E-mail d’expéditeur' });
  await userEvent.type(email, '.org');
  response.resolve(Response.json(studio));
  await expectToast('Succès', 'Vos informations sont à jour.');
  expect(name).toHaveValue('Le studio');
  expect(email).toHaveValue('bonjour@studio.example.org');
  const fetch = stubResponse(200, JSON.stringify(studio));
  await press('Enregistrer');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Réglages' })).toBeNull());
  expect(JSON.parse(String(fetch.mock.lastCall?.[1]?.body))).toEqual({
    email_from_email: 'bonjour@studio.example.org',
  });
});

test.each([
  [
    403,
    '{"error":"Vous ne pouvez pas modifier ce champ.","code":"FIELD_FORBIDDEN"}',
    'Vous ne pouvez pas modifier ce champ.',
  ],
  [400, '', 'Erreur lors de la mise à jour'],
  [502, '', 'Erreur lors de la mise à jour'],
])(
  'the form keeps the input and shows the specified text when a save fails with %s %s: "%s"',
  async (status, body, text) => {
    stubResponse(status, body);
    open();
    await press('Réglages');
    await userEvent.type(screen.getByRole('textbox', { name: 'Nom d’expéditeur' }), ' du Nord');
    await press('Enregistrer');
    await expectToast('Erreur', text);
    expect(screen.getByRole('textbox', { name: 'Nom d’expéditeur' })).toHaveValue('Le studio du Nord');
  },
);

test('the form reports "Email invalide" for an invalid address; "Annuler" on an untouched form closes the drawer', async () => {
  open();
  await press('Réglages');
  await press('Annuler');
  expect(screen.getByRole('button', { name: 'Réglages' })).toBeVisible();
  await press('Réglages');
  await userEvent.clear(screen.getByRole('textbox', { name: 'E-mail d’expéditeur' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail d’expéditeur' }), 'studio');
  await press('Enregistrer');
  await expectToast('Erreur de validation', 'Email invalide');
});
