import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AFFILIATE_DEFAULTS } from 'contracts/affiliate-fields';
import type { AffiliateView } from 'contracts/affiliates';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { expectToast } from 'panel/testing/toasts';
// The form is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/features/affiliates/affiliate-form.tsx';
import { AffiliateList } from '../src/features/affiliates/affiliate-list.tsx';

const studio: AffiliateView = {
  ...AFFILIATE_DEFAULTS,
  id: '0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a11',
  name: 'Studio Nord',
  slug: 'studio-nord',
  password_length: 9,
  adexico_base_url: 'https://pay.example/offer',
  created_at: '2026-03-02T20:00:00.000Z',
};
const onChanged = jest.fn(async () => undefined);
const open = (affiliates: readonly AffiliateView[] = [studio]) =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <AffiliateList affiliates={affiliates} onChanged={onChanged} />
      </ToastProvider>
    </MemoryRouter>,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const stubResponse = (status: number, body: string) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(body, { status }));
const sent = () =>
  jest
    .mocked(globalThis.fetch)
    .mock.calls.map(([url, init]) => [
      init?.method,
      url,
      init?.body === undefined ? undefined : (JSON.parse(String(init.body)) as unknown),
    ]);

beforeEach(() => {
  jest.restoreAllMocks();
  onChanged.mockClear();
});

describe('the list of affiliates', () => {
  test('shows "Aucun affilié créé pour le moment." without an affiliate', () => {
    open([]);
    expect(screen.getByText('Aucun affilié créé pour le moment.')).toBeVisible();
  });

  test('names its affiliates one level below a title of level 1', () => {
    const listOf = (affiliates: readonly AffiliateView[]) => (
      <MemoryRouter>
        <ToastProvider>
          <AffiliateList level={1} affiliates={affiliates} onChanged={onChanged} />
        </ToastProvider>
      </MemoryRouter>
    );
    const { rerender } = render(listOf([studio]));
    expect(screen.getByRole('heading', { name: 'Studio Nord', level: 2 })).toBeVisible();
    rerender(listOf([]));
    expect(screen.getByRole('heading', { name: /^Aucun affilié/, level: 2 })).toBeVisible();
  });

  test('shows all of an affiliate but its password: that appears as as many stars', () => {
    open([studio, { ...studio, id: 'other', name: 'Agence', slug: 'agence', is_active: false }]);
    const [card, other] = screen.getAllByRole('article').map((article) => within(article));
    for (const text of ['Studio Nord', '@studio-nord', '*********', 'https://pay.example/offer', 'Actif'])
      expect(card?.getByText(text)).toBeVisible();
    expect(other?.getByText('Inactif')).toBeVisible();
    const panel = card?.getByRole('link', { name: 'Panel de Studio Nord, nouvel onglet' });
    expect([panel?.textContent, panel?.getAttribute('href'), panel?.getAttribute('target')]).toEqual([
      'Panel',
      '/affiliate/studio-nord',
      '_blank',
    ]);
    expect(card?.getByRole('button', { name: 'Éditer Studio Nord' })).toHaveTextContent('Éditer');
  });

  test('shows the specified sentence for a missing required field, and "Affilié créé" for a complete form', async () => {
    stubResponse(201, JSON.stringify(studio));
    open();
    await press('Nouvel affilié');
    const form = within(await screen.findByRole('dialog', { name: 'Nouvel affilié' }));
    await press('Créer');
    await expectToast('Erreur', 'Nom, slug, URL Adexico et mot de passe sont requis');
    expect(sent()).toEqual([]);
    await userEvent.type(form.getByRole('textbox', { name: 'Nom' }), 'Studio Nord');
    await userEvent.type(form.getByLabelText('Mot de passe personnalisé'), 'secret-du-studio');
    await press('Créer');
    await expectToast('Erreur', 'Nom, slug, URL Adexico et mot de passe sont requis');
    await userEvent.type(form.getByRole('textbox', { name: 'URL de base Adexico' }), 'https://pay.example/offer');
    await press('Créer');
    await expectToast('Affilié créé', 'Studio Nord');
    expect(sent()).toEqual([
      [
        'POST',
        '/api/affiliates',
        expect.objectContaining({
          name: 'Studio Nord',
          slug: 'studio-nord',
          custom_password: 'secret-du-studio',
          adexico_base_url: 'https://pay.example/offer',
          is_active: true,
        }),
      ],
    ]);
  });

  test('keeps the form of a new affiliate with what was typed during the creation, and saves it into that affiliate', async () => {
    const response = Promise.withResolvers<Response>();
    jest.spyOn(globalThis, 'fetch').mockReturnValueOnce(response.promise);
    open();
    await press('Nouvel affilié');
    const form = within(await screen.findByRole('dialog', { name: 'Nouvel affilié' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Nom' }), 'Studio Nord');
    await userEvent.type(form.getByLabelText('Mot de passe personnalisé'), 'secret-du-studio');
    await userEvent.type(form.getByRole('textbox', { name: 'URL de base Adexico' }), 'https://pay.example/offer');
    await press('Créer');
    await userEvent.type(form.getByRole('textbox', { name: 'Lien Telegram' }), 'https://t.me/studio');
    response.resolve(Response.json(studio, { status: 201 }));
    await expectToast('Affilié créé', 'Studio Nord');
    const editor = within(await screen.findByRole('dialog', { name: 'Modifier l’affilié' }));
    expect(editor.getByRole('textbox', { name: 'Lien Telegram' })).toHaveValue('https://t.me/studio');
    expect(editor.getByLabelText('Mot de passe personnalisé')).toHaveValue('');
    stubResponse(200, JSON.stringify({ ...studio, telegram_link: 'https://t.me/studio' }));
    await press('Mettre à jour');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent().at(-1)).toEqual(['PUT', `/api/affiliates/id/${studio.id}`, { telegram_link: 'https://t.me/studio' }]);
  });

  test('reports "Affilié mis à jour" and sends what was changed alone', async () => {
    stubResponse(200, JSON.stringify(studio));
    open();
    await press('Éditer Studio Nord');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Lien Telegram' }), 'https://t.me/studio');
    await press('Mettre à jour');
    await expectToast('Affilié mis à jour', 'Studio Nord');
    expect(sent()).toEqual([['PUT', `/api/affiliates/id/${studio.id}`, { telegram_link: 'https://t.me/studio' }]]);
  });

  test.each([
    [409, '{"error":"Ce slug est déjà utilisé","code":"SLUG_TAKEN"}', 'Ce slug est déjà utilisé'],
    [400, '', 'Une erreur est survenue'],
    [502, '', 'Erreur lors de la sauvegarde'],
  ])('shows the specified text when a save fails with %s %s: "%s"', async (status, body, text) => {
    stubResponse(status, body);
    open();
    await press('Éditer Studio Nord');
    await userEvent.click(await screen.findByRole('button', { name: 'Mettre à jour' }));
    await expectToast('Erreur', text);
    const slug = screen.getByRole('textbox', { name: 'Slug' });
    if (status === 409) expect(slug).toHaveFocus();
    expect(slug.hasAttribute('aria-invalid')).toBe(status === 409);
  });

  test('sends the same idempotency key again after a lost response to a creation', async () => {
    jest
      .spyOn(globalThis, 'fetch')
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockImplementation(async () => new Response(JSON.stringify(studio), { status: 201 }));
    open();
    await press('Nouvel affilié');
    const form = within(await screen.findByRole('dialog', { name: 'Nouvel affilié' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Nom' }), 'Studio Nord');
    await userEvent.type(form.getByLabelText('Mot de passe personnalisé'), 'six-mots!');
    await userEvent.type(form.getByRole('textbox', { name: 'URL de base Adexico' }), 'https://pay.example/offer');
    await press('Créer');
    await expectToast('Erreur', 'Erreur lors de la sauvegarde');
    await press('Créer');
    await expectToast('Affilié créé', 'Studio Nord');
    expect(sent().map(([method]) => method)).toEqual(['POST', 'POST']);
    const [first, second] = jest
      .mocked(fetch)
      .mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
    expect(first).toMatch(/^[\w-]{36}$/);
    expect(second).toBe(first);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('deletes an affiliate after a confirmation that names it', async () => {
    stubResponse(200, '{"ok":true}');
    open();
    await press('Supprimer Studio Nord');
    expect(
      within(screen.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer cet affilié ?' })).getByText(
        'Studio Nord (@studio-nord)',
      ),
    ).toBeVisible();
    await press('Supprimer');
    await expectToast('Affilié supprimé', 'Studio Nord');
    expect(sent()).toEqual([['DELETE', `/api/affiliates/id/${studio.id}`, undefined]]);
  });

  test.each([
    [
      409,
      '{"error":"Cet affilié a encore 2 modèles.","code":"AFFILIATE_HAS_MODELS"}',
      'Cet affilié a encore 2 modèles.',
    ],
    [502, '', "Impossible de supprimer l'affilié"],
  ])('shows the specified text when a deletion fails with %s %s: "%s"', async (status, body, text) => {
    stubResponse(status, body);
    open();
    await press('Supprimer Studio Nord');
    await press('Supprimer');
    await expectToast('Erreur', text);
  });

  test('shows the specified texts when a deletion or a switch gets no response', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    open();
    await press('Supprimer Studio Nord');
    await press('Supprimer');
    await expectToast('Erreur', 'Erreur lors de la suppression');
    await press('Annuler');
    await userEvent.click(screen.getByRole('switch', { name: 'Compte actif\u00a0: Studio Nord' }));
    await expectToast('Erreur', 'Erreur lors de la mise à jour');
  });
});
