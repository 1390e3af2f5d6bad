import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { adminSession, affiliateSession } from 'web-kit/session';
import { modelOf } from 'web-kit/testing/model';
// The dialog is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/palette/palette-dialog.tsx';
import { Palette } from '../src/palette/index.tsx';
import type { PaletteDialogProps } from '../src/palette/palette-dialog.tsx';
import './toasts.ts';

const nina = modelOf({ id: 'id-nina', name: 'Nina', slug: 'nina', is_live: false });
const ninon = modelOf({ id: 'id-ninon', name: 'Ninon Été', slug: 'ninon', is_live: true });
const SECTIONS = [
  { id: 'gestion', label: 'Modèles et affiliés' },
  { id: 'journal', label: 'Journal' },
];
const AFFILIATES = [{ slug: 'studio-nord', name: 'Studio Nord', is_active: true }];
const ADMINISTRATOR = { owner: { session: adminSession, slug: null }, sections: SECTIONS, affiliates: AFFILIATES };

let requests: string[] = [];
let models = [nina, ninon];
let isDown = false;
/** Promise that delays the responses to searches. */
let delay: Promise<unknown> | null = null;
beforeEach(() => {
  requests = [];
  models = [nina, ninon];
  isDown = false;
  delay = null;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    requests.push(`${init?.method ?? 'GET'} ${String(url)}`);
    if (isDown) throw new TypeError('Failed to fetch');
    if (String(url).includes('q=')) await delay;
    return new Response(JSON.stringify(init?.method === 'PUT' ? nina : models), { status: 200 });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const Address = () => <output data-testid="address">{useLocation().search}</output>;
const address = () => new URLSearchParams(screen.getByTestId('address').textContent ?? '');
type Props = Omit<PaletteDialogProps, 'onClose'>;
function Opened(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return <Palette {...props} isOpen={isOpen} onToggle={setOpen} />;
}
const open = async (props: Props = ADMINISTRATOR) => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ToastProvider>
          <button>Ailleurs</button>
          <Opened {...props} />
          <Address />
        </ToastProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ailleurs' }));
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await screen.findByRole('option', { name: /^Nina/ });
  return field;
};
/** Finds an option by its text content: jsdom's accessible names have spaces around each mark. */
const option = (text: string) =>
  screen.getAllByRole('option').find(({ textContent }) => textContent?.startsWith(text))!;
const chosen = () => screen.getByRole('option', { selected: true });

describe('the palette', () => {
  test('opens by Ctrl K with the focus in its field, and gives it back on Escape', async () => {
    const field = await open();
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('aria-activedescendant', chosen().id);
    expect(within(screen.getByRole('group', { name: 'Modèles' })).getAllByRole('option')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('button', { name: 'Ailleurs' })).toHaveFocus();
  });

  test('searches in the catalogue, marks what matches, and opens the form of the chosen model', async () => {
    const field = await open();
    await userEvent.type(field, 'nin ete');
    await waitFor(() => expect(requests).toContain('GET /api/models?limit=6&q=nin+ete'));
    await waitFor(() =>
      expect([...option('Ninon Été').querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
        'Nin',
        'Été',
        'nin',
      ]),
    );
    await userEvent.keyboard('{ArrowDown}');
    expect(chosen()).toBe(option('Ninon Été'));
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(address().get('editer')).toBe('ninon');
  });

  test('goes round at both ends, and follows the pointer', async () => {
    await open();
    const options = screen.getAllByRole('option');
    await userEvent.keyboard('{ArrowUp}');
    expect(chosen()).toBe(options.at(-1));
    await userEvent.keyboard('{ArrowDown}');
    expect(chosen()).toBe(options[0]);
    await userEvent.hover(options[1]!);
    expect(chosen()).toBe(options[1]);
  });

  test('acts on nothing that the words do not find while their results are on the way', async () => {
    const field = await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    delay = promise;
    await userEvent.type(field, 'ninon{Enter}');
    expect(address().get('editer')).toBe('ninon');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'zzz{Enter}');
    expect(screen.getByRole('combobox')).toBeVisible();
    expect(screen.queryAllByRole('option')).toEqual([]);
    expect(screen.getByText('Recherche…')).toBeVisible();
    models = [];
    resolve();
    expect(await screen.findByText(/^Aucun résultat/)).toBeVisible();
  });

  test('switches the live of the first model that was found', async () => {
    const field = await open();
    await userEvent.type(field, 'nina');
    await userEvent.click(option('Mettre Nina en live'));
    await waitFor(() => expect(screen.getByText('Nina est en live')).toBeVisible());
    expect(requests).toContain('PUT /api/models/id-nina');
  });

  test('takes the switch of the live back: to the schedule where it decided', async () => {
    const field = await open();
    await userEvent.type(field, 'nina');
    await userEvent.click(option('Mettre Nina en live'));
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(requests).toContain('POST /api/models/id-nina/reset-live-override'));
  });

  test.each(['draft', 'archived'] as const)('offers no live for a model that is %s, and its preview', async (state) => {
    models = [{ ...nina, state }];
    const popup = jest.spyOn(window, 'open').mockReturnValue(null);
    const field = await open();
    await userEvent.type(field, 'nina');
    await waitFor(() => expect(option('Éditer Nina')).toBeDefined());
    expect(option('Mettre Nina en live')).toBeUndefined();
    expect(option('Voir la page de Nina')).toBeUndefined();
    await userEvent.click(option('Prévisualiser Nina'));
    expect(popup).toHaveBeenCalledWith('/apercu/nina', '_blank', 'noopener');
  });

  test('names the affiliate of the model that was found, and leads to the model’s entries in the journal', async () => {
    models = [{ ...nina, affiliate_slug: 'studio-nord' }];
    const field = await open();
    await userEvent.type(field, 'nina');
    await waitFor(() => expect(option('Studio Nord')).toHaveTextContent('Studio Nord affilié de Nina'));
    await userEvent.click(option('Journal de Nina'));
    expect(Object.fromEntries(address())).toEqual({ section: 'journal', recherche: 'nina' });
  });

  test('leads to the photos of the model that was found', async () => {
    const field = await open();
    await userEvent.type(field, 'nina');
    await waitFor(() => expect(option('Ajouter des photos à Nina')).toBeDefined());
    await userEvent.click(option('Ajouter des photos à Nina'));
    expect(Object.fromEntries(address())).toEqual({ editer: 'nina', partie: 'photos' });
  });

  test.each([
    ['Abonnés de Nina', { id: 'abonnes', label: 'Abonnés' }],
    ['Paiements des abonnés de Nina', { id: 'paiements', label: 'Paiements' }],
  ])('leads to "%s", the model that was found', async (label, section) => {
    const field = await open({ ...ADMINISTRATOR, sections: [...SECTIONS, section] });
    await userEvent.type(field, 'nina');
    await waitFor(() => expect(option(label)).toBeDefined());
    await userEvent.click(option(label));
    expect(Object.fromEntries(address())).toEqual({ section: section.id, modele: 'nina' });
  });

  test('finds affiliates and sections by the beginnings of their words', async () => {
    const field = await open();
    await userEvent.type(field, 'nord');
    await userEvent.click(option('Studio Nord'));
    expect(address().get('affilie')).toBe('studio-nord');
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox'), 'jour');
    await userEvent.click(option('Journal'));
    expect(address().get('section')).toBe('journal');
  });

  test('reports that nothing was found, and that the catalogue cannot be reached', async () => {
    const field = await open();
    models = [];
    await userEvent.type(field, 'zzz');
    expect(await screen.findByText(/^Aucun résultat/)).toBeVisible();
    isDown = true;
    await userEvent.type(field, 'y');
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('Une erreur est survenue'), {
      timeout: 5_000,
    });
  });

  test('searches among the models of the affiliate whose panel it is', async () => {
    const slug = 'studio-nord';
    await open({ owner: { session: affiliateSession(slug), slug }, sections: SECTIONS, affiliates: [] });
    expect(requests).toEqual([`GET /api/affiliates/${slug}/models?limit=6`]);
    const field = screen.getByRole('combobox', { name: 'Chercher un modèle, une rubrique ou une action' });
    expect(field).toHaveAttribute('placeholder', 'Nom, rubrique ou action');
  });
});
