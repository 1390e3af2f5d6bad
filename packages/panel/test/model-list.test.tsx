import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { adminSession } from 'web-kit/session';
import { ApiError } from 'web-kit/api';
import { arrange, EVERYTHING } from '../src/model-list/filter-and-sort.ts';
// It comes apart: compiled here, before a test waits for it.
import '../src/model-form/index.tsx';
import { ModelList } from '../src/model-list/index.tsx';
import type { ModelsApi } from '../src/model-list/index.tsx';
import { Shortcuts } from '../src/shortcuts/index.tsx';
import { expectToast } from './toasts.ts';

const modelOf = (name: string, change: Partial<ModelView> = {}): ModelView => ({
  ...MODEL_DEFAULTS,
  id: `id-${name}`,
  name,
  slug: name.toLowerCase().normalize('NFD').replace(/\W/g, ''),
  is_live: false,
  photo_items: '[]',
  video_items: '[]',
  live_replays: '[]',
  cover_poster: null,
  avatar_version: 1,
  cover_image_version: 1,
  cover_video_version: 1,
  avatar_placeholder: null,
  cover_placeholder: null,
  affiliate_slug: null,
  edit_revision: 3,
  ...change,
});
const models = [
  modelOf('Zoé', { likes_count: 3, affiliate_slug: 'studio' }),
  modelOf('Nina', { is_live: true, manual_live_override: true, likes_count: 9 }),
  modelOf('Émile', { followers_count: 12_345 }),
];
const names = (list: readonly ModelView[]) => list.map(({ name }) => name);

const api = {
  session: adminSession,
  withRedirection: true,
  load: jest.fn<ModelsApi['load']>(),
  create: jest.fn<ModelsApi['create']>(),
  update: jest.fn<ModelsApi['update']>(),
  remove: jest.fn<ModelsApi['remove']>(),
  resetOverride: jest.fn<ModelsApi['resetOverride']>(),
};
const onChanged = jest.fn(async () => undefined);
const open = (shown: readonly ModelView[] = models) =>
  render(
    <MemoryRouter>
      <ToastProvider>
        <Shortcuts />
        <ModelList title="Modèles" models={shown} api={api} onChanged={onChanged} />
      </ToastProvider>
    </MemoryRouter>,
  );
beforeEach(() => {
  jest.resetAllMocks();
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
  });
});

test('When models are searched, filtered and sorted, then accents and capitals do not matter', () => {
  expect(names(arrange(models, { ...EVERYTHING, search: 'EMI' }))).toEqual(['Émile']);
  expect(names(arrange(models, { ...EVERYTHING, affiliate: 'studio' }))).toEqual(['Zoé']);
  expect(names(arrange(models, { ...EVERYTHING, affiliate: '-' }))).toEqual(['Nina', 'Émile']);
  expect(names(arrange(models, { ...EVERYTHING, live: 'manual' }))).toEqual(['Nina']);
  expect(names(arrange(models, { ...EVERYTHING, sort: 'name' }))).toEqual(['Émile', 'Nina', 'Zoé']);
  expect(names(arrange(models, { ...EVERYTHING, sort: 'likes' }))).toEqual(['Nina', 'Zoé', 'Émile']);
});

test('shows every fact of a model and resets a live override only where there is one', () => {
  open();
  expect(screen.getByText('LIVE (MANUEL)')).not.toBeNull();
  expect(screen.getByText('12 345')).not.toBeNull();
  expect(screen.getAllByRole('button', { name: /^Rendre la main aux horaires/ })).toHaveLength(1);
  expect(screen.getByText('3 modèles')).not.toBeNull();
});

test('reverts a switch and shows the reason when the server rejects it', async () => {
  let refuse: (reason: unknown) => void = () => undefined;
  api.update.mockReturnValueOnce(
    new Promise((_, reject) => {
      refuse = reject;
    }),
  );
  open();
  await userEvent.click(screen.getByRole('switch', { name: 'Vérifié : Zoé' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vérifié : Zoé' }).checked).toBe(true),
  );
  expect(api.update).toHaveBeenCalledWith('id-Zoé', { is_verified: true });
  await act(async () => refuse(new ApiError({ status: 409, code: 'SLUG_TAKEN', message: 'Refusé.' })));
  await expectToast('Erreur', 'Refusé.');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vérifié : Zoé' }).checked).toBe(false),
  );
});

test('handles "/", "n" and "?" outside of fields only', async () => {
  open();
  const user = userEvent.setup();
  await user.keyboard('/n');
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Rechercher' });
  expect(document.activeElement).toBe(search);
  expect(search.value).toBe('n');
  search.blur();
  await user.keyboard('?');
  expect(screen.getByRole('dialog', { name: 'Raccourcis clavier' })).not.toBeNull();
});

test('When there are hundreds of models, then only a part is drawn at first', async () => {
  open(Array.from({ length: 300 }, (_, index) => modelOf(`Modèle ${index}`)));
  expect(screen.getAllByRole('article')).toHaveLength(12);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(48));
  expect(screen.getByText('300 modèles')).not.toBeNull();
});

test('When cards are left far behind, then they are taken away, unless they hold the focus; near again, they are there', async () => {
  const groups = new Map<Element, (isNear: boolean) => void>();
  let approachEnd = () => {};
  Object.assign(globalThis, {
    IntersectionObserver: class {
      readonly notify: (entries: { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void;
      constructor(notify: (entries: { isIntersecting: boolean; boundingClientRect: { height: number } }[]) => void) {
        this.notify = notify;
      }
      observe(element: Element) {
        const notify = (isIntersecting: boolean) =>
          act(() => this.notify([{ isIntersecting, boundingClientRect: { height: 1234 } }]));
        if (element.querySelector('article')) groups.set(element, notify);
        else approachEnd = () => notify(true);
      }
      disconnect() {}
    },
  });
  open(Array.from({ length: 300 }, (_, index) => modelOf(`Modèle ${index}`)));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(48));
  approachEnd();
  approachEnd();
  const [first, second] = [...groups];
  if (!first || !second) throw new Error('the cards stand in no groups');
  const [element, notify] = first;
  screen.getByRole('button', { name: 'Éditer Modèle 50' }).focus();
  notify(false);
  second[1](false);
  expect(screen.getAllByRole('article')).toHaveLength(48 + 12);
  expect([element.querySelectorAll('article').length, second[0].getAttribute('style')]).toEqual([
    12,
    'height: 1234px;',
  ]);
  second[1](true);
  expect(screen.getAllByRole('article')).toHaveLength(48 + 24);
  expect(second[0].getAttribute('style')).toBe('');
});

test('When a model is deleted, then the focus goes to the list’s heading; when it stays, back to its button', async () => {
  const user = userEvent.setup();
  const view = open();
  const button = screen.getByRole('button', { name: 'Supprimer Zoé' });
  const confirm = async () => {
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
  };
  api.remove.mockRejectedValueOnce(new ApiError({ status: 503, code: 'SERVICE_UNAVAILABLE' }));
  await confirm();
  await expectToast('Erreur', 'Impossible de supprimer le modèle');
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(document.activeElement).toBe(button);
  onChanged.mockImplementationOnce(async () => {
    view.rerender(
      <MemoryRouter>
        <ToastProvider>
          <Shortcuts />
          <ModelList title="Modèles" models={models.slice(1)} api={api} onChanged={onChanged} />
        </ToastProvider>
      </MemoryRouter>,
    );
  });
  await confirm();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Modèles' })));
});

test('retains the input after an edit conflict until one version is chosen', async () => {
  const [zoe] = models;
  if (!zoe) throw new Error('no model');
  api.load.mockResolvedValueOnce(zoe).mockResolvedValueOnce({ ...zoe, bio: 'De l’autre', edit_revision: 4 });
  api.update.mockRejectedValueOnce(new ApiError({ status: 409, code: 'EDIT_CONFLICT', message: 'Conflit' }));
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
  const bio = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' });
  await user.type(bio, 'La mienne');
  await user.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  const load = await screen.findByRole('button', { name: 'Charger l’autre version' });
  expect(bio.value).toBe('La mienne');
  await user.click(load);
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Bio' }).value).toBe('De l’autre'),
  );
  api.update.mockResolvedValueOnce(zoe);
  await user.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  await waitFor(() => expect(api.update.mock.calls.at(-1)?.[2]).toBe(4));
});

test('proposes a slug for a new model, describes its schedule, and confirms an exit', async () => {
  const user = userEvent.setup();
  open();
  await user.click(screen.getByRole('button', { name: 'Nouveau modèle' }));
  await user.type(await screen.findByRole('textbox', { name: 'Nom' }), 'Maëlle D.');
  const slug = screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' });
  expect(slug.value).toBe('maelle-d');
  await user.clear(slug);
  await user.type(slug, 'autre');
  await user.type(screen.getByRole('textbox', { name: 'Nom' }), 'X');
  expect(slug.value).toBe('autre');
  expect(screen.getByText('En direct de 21:00 à 01:00, heure de Paris.')).not.toBeNull();
  expect(screen.getByText('Maëlle D.X - Coulisses')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  expect(screen.getByRole('alertdialog', { name: 'Quitter sans enregistrer ?' })).not.toBeNull();
});
