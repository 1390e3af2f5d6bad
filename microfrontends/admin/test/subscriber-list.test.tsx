import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mockMedia } from 'ui/testing/browser-parts';
import { backend, listed, open, requests, STUDIO_ID } from './subscribers-page.tsx';

const listRequests = () => requests.filter(({ pathname }) => pathname === '/api/subscribers');

describe('the list of subscribers', () => {
  test('shows subscribers with what was paid, and filters them', async () => {
    open();
    const rows = (await screen.findAllByRole('row')).slice(1);
    expect(rows.map((row) => within(row).getAllByRole('cell')[5]?.textContent)).toEqual(['7,00\u00a0€', '0,00\u00a0€']);
    expect(within(rows[0] as HTMLElement).getByText('Nina, Studio Nord')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).getByText('Nina, direct')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Délai de grâce' }));
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'Direct');
    await userEvent.type(screen.getByLabelText('E-mail ou nom'), ' zoe ');
    await userEvent.click(screen.getByRole('button', { name: 'Rechercher' }));
    await waitFor(() =>
      expect(Object.fromEntries(listRequests().at(-1)?.searchParams ?? [])).toEqual({
        search: 'zoe',
        state: 'grace',
        affiliate: 'none',
      }),
    );
  });

  test('shows what was paid in other currencies beside it', async () => {
    backend.subscribers = [listed({ paid_cents: 0, other_paid: [{ currency: 'USD', cents: 200 }] })];
    open();
    expect(await screen.findByRole('cell', { name: '0,00\u00a0€ + 2,00\u00a0USD' })).toBeVisible();
  });

  test('filters by the names of model and affiliate, and keeps their slug and id in the request', async () => {
    open('/?modele=former-slug');
    const models = await screen.findByLabelText('Modèle');
    expect(models).toHaveDisplayValue('former-slug');
    await userEvent.selectOptions(models, await screen.findByRole('option', { name: 'Nina' }));
    await userEvent.selectOptions(screen.getByLabelText('Source'), 'Studio Nord');
    await waitFor(() =>
      expect(Object.fromEntries(listRequests().at(-1)?.searchParams ?? [])).toMatchObject({
        model: 'nina',
        affiliate: STUDIO_ID,
      }),
    );
    const names = within(models)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Tous', 'Inès', 'Nina']);
  });

  test.each(['E-mail ou nom', 'Modèle (slug)'])(
    'leaves the focus in the field "%s" when it is searched',
    async (label) => {
      backend.hasMoreModels = true;
      open();
      const field = await screen.findByLabelText<HTMLInputElement>(label);
      await userEvent.type(field, ' Nina {Enter}');
      await waitFor(() => expect(listRequests().at(-1)?.search).toMatch(/nina/i));
      expect(field).toHaveFocus();
      expect(field.value.trim()).toBe(field.value);
    },
  );

  test('states that nothing was found, and shows everything again', async () => {
    backend.subscribers = [];
    open('/?etat=revoked');
    await userEvent.click(await screen.findByRole('button', { name: 'Tout afficher' }));
    expect(await screen.findByText('Personne ne s’est encore inscrit.')).toBeTruthy();
  });

  test('a list that fails can be read again', async () => {
    backend.status = 500;
    open();
    const retry = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 10_000 });
    backend.status = 200;
    await userEvent.click(retry);
    expect(await screen.findByText('Zoé Petit')).toBeTruthy();
  }, 20_000);

  test('holds source and state of a phone in a sheet, whose button counts them', async () => {
    // Matches every media query, as on a phone: jsdom has no layout.
    mockMedia(() => true);
    open('/?etat=grace');
    await screen.findByText('Paul');
    expect(screen.getByLabelText('E-mail ou nom')).toBeTruthy();
    expect(screen.queryByLabelText('Source')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filtres (1)' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Filtres' }));
    await userEvent.selectOptions(sheet.getByLabelText('Source'), 'Direct');
    await waitFor(() =>
      expect(Object.fromEntries(listRequests().at(-1)?.searchParams ?? [])).toMatchObject({
        state: 'grace',
        affiliate: 'none',
      }),
    );
    await userEvent.click(sheet.getByRole('button', { name: 'Afficher' }));
    expect(screen.getByRole('button', { name: 'Filtres (2)' })).toBe(document.activeElement);
  });
});
