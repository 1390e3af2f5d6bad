import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import type { ReactNode } from 'react';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { ApiError } from 'web-kit/api';
import { adminSession } from 'web-kit/session';
import { stubIntersectionObserver } from '../../ui/test/browser-parts.ts';
import { arrange, EVERYTHING } from '../src/model-list/filter-and-sort.ts';
// They come apart: compiled here, before a test waits for them.
import '../src/model-form/index.tsx';
import '../src/model-list/ordered-rows.tsx';
import { ModelList } from '../src/model-list/index.tsx';
import type { FurtherModels } from '../src/model-list/index.tsx';
import type { WallApi } from '../src/models/index.tsx';
import { Shortcuts } from '../src/shortcuts/index.tsx';
import { makePageInert } from './inert-page.ts';
import { mockModelsApi } from './mock-models-api.ts';
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

const api = mockModelsApi();
const onChanged = jest.fn(async () => undefined);
const listOf = (shown: readonly ModelView[]) => (
  <MemoryRouter>
    <ToastProvider>
      <Shortcuts />
      <ModelList title="Modèles" models={shown} api={api} onChanged={onChanged} />
    </ToastProvider>
  </MemoryRouter>
);
const open = (shown: readonly ModelView[] = models) => render(listOf(shown));
beforeEach(() => {
  jest.resetAllMocks();
  stubIntersectionObserver();
});
afterEach(() => void jest.restoreAllMocks());

test('ignores accents and capitals in search, filter and sorting of models', () => {
  expect(names(arrange(models, { ...EVERYTHING, search: 'EMI' }))).toEqual(['Émile']);
  expect(names(arrange(models, { ...EVERYTHING, affiliate: 'studio' }))).toEqual(['Zoé']);
  expect(names(arrange(models, { ...EVERYTHING, affiliate: '-' }))).toEqual(['Nina', 'Émile']);
  expect(names(arrange(models, { ...EVERYTHING, live: 'manual' }))).toEqual(['Nina']);
  expect(names(arrange(models, { ...EVERYTHING, sort: 'name' }))).toEqual(['Émile', 'Nina', 'Zoé']);
  expect(names(arrange(models, { ...EVERYTHING, sort: 'likes' }))).toEqual(['Nina', 'Zoé', 'Émile']);
  const money = new Map([
    ['emile', { cents: 1_250 }],
    ['nina', { cents: 300 }],
  ]);
  expect(names(arrange(models, { ...EVERYTHING, sort: 'money' }, money))).toEqual(['Émile', 'Nina', 'Zoé']);
  const many = [modelOf('Peu', { medias_count: 3 }), modelOf('Beaucoup', { medias_count: 248, state: 'draft' })];
  expect(names(arrange(many, { ...EVERYTHING, sort: 'medias' }))).toEqual(['Beaucoup', 'Peu']);
  const counts = { photos: 300, videos: 0, lives: 0, medias: 300 };
  const counted = [...many, modelOf('Automatique', { medias_count: 0, shown_counts: counts })];
  expect(names(arrange(counted, { ...EVERYTHING, sort: 'medias' }))).toEqual(['Automatique', 'Beaucoup', 'Peu']);
  expect(names(arrange(many, { ...EVERYTHING, sort: 'state' }))).toEqual(['Beaucoup', 'Peu']);
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
  await userEvent.click(screen.getByRole('switch', { name: 'Vérifié\u00a0: Zoé' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vérifié\u00a0: Zoé' }).checked).toBe(true),
  );
  expect(api.update).toHaveBeenCalledWith('id-Zoé', { is_verified: true });
  await act(async () => refuse(new ApiError({ status: 409, code: 'SLUG_TAKEN', message: 'Refusé.' })));
  await expectToast('Erreur', 'Refusé.');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vérifié\u00a0: Zoé' }).checked).toBe(false),
  );
});

test('undoes a live switch: back to the schedule, or to the state that was set by hand', async () => {
  // jsdom knows no styles: the toast takes presses in a list that lets them through.
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  open();
  await user.click(screen.getByRole('switch', { name: 'En live\u00a0: Zoé' }));
  await screen.findByText('Zoé est en live');
  expect(api.update.mock.calls).toEqual([['id-Zoé', { is_live: true }]]);
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(api.resetOverride.mock.calls).toEqual([['id-Zoé']]));
  await user.click(screen.getByRole('switch', { name: 'En live\u00a0: Nina' }));
  await screen.findByText('Nina n’est plus en live');
  await user.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(() => expect(api.update.mock.calls.at(-1)).toEqual(['id-Nina', { is_live: true }]));
  expect(api.resetOverride).toHaveBeenCalledTimes(1);
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

test('floats the button of a new model only while the section is in sight', () => {
  let report: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
  const observed: Element[] = [];
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(listener: typeof report) {
        report = listener;
      }
      observe(element: Element) {
        observed.push(element);
      }
      disconnect() {}
    },
  });
  open();
  const button = screen.getByRole('button', { name: 'Nouveau modèle' });
  expect(observed).toEqual([screen.getByRole('region', { name: 'Modèles' })]);
  expect(button.classList.contains('away')).toBe(true);
  act(() => report([{ isIntersecting: true }]));
  expect(button.classList.contains('away')).toBe(false);
  expect(button.dataset.footBar).toBe('');
  act(() => report([{ isIntersecting: false }]));
  expect(button.classList.contains('away')).toBe(true);
  expect(button.dataset.footBar).toBeUndefined();
});

test('draws only a part of hundreds of models at first', async () => {
  open(Array.from({ length: 300 }, (_, index) => modelOf(`Modèle ${index}`)));
  expect(screen.getAllByRole('article')).toHaveLength(12);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(48));
  expect(screen.getByText('300 modèles')).not.toBeNull();
});

test('removes cards far behind, unless they hold the focus, and draws them again when they are near', async () => {
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
        if (element.tagName === 'SECTION') return;
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

test('moves the focus to the list’s heading after a deletion, and back to the button after a cancelled one', async () => {
  const user = userEvent.setup();
  const view = open();
  const button = screen.getByRole('button', { name: 'Supprimer Zoé' });
  const confirm = async () => {
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
  };
  api.update.mockRejectedValueOnce(new ApiError({ status: 503, code: 'SERVICE_UNAVAILABLE' }));
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
  expect(screen.getByRole('alertdialog', { name: 'Quitter sans enregistrer\u00a0?' })).not.toBeNull();
});

describe('the table', () => {
  beforeEach(() => localStorage.setItem('modelTable', '1'));
  afterEach(() => localStorage.clear());
  const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent.split(' ')[0]);

  test('takes the place of the cards, which the browser remembers', async () => {
    localStorage.clear();
    open();
    expect(screen.queryByRole('table')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Tableau' }));
    expect(screen.getByRole('table', { name: 'Modèles' })).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
    expect(localStorage.getItem('modelTable')).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'Fiches' }));
    expect(screen.getAllByRole('article')).toHaveLength(3);
  });

  test('shows a model’s media as visitors count them, and a dash for money that is not known', () => {
    const counts = { photos: 12, videos: 2, lives: 0, medias: 14 };
    render(
      <MemoryRouter>
        <ToastProvider>
          <ModelList
            title="Modèles"
            models={[modelOf('Nina', { shown_counts: counts }), modelOf('Zoé', { medias_count: 3 })]}
            api={api}
            money={new Map([['nina', { cents: 0, text: '0,00\u00a0€' }]])}
            onChanged={onChanged}
          />
        </ToastProvider>
      </MemoryRouter>,
    );
    const cells = (name: string) =>
      within(screen.getByRole('row', { name: new RegExp(`^Sélectionner ${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent?.replace(/\s/g, ' '));
    expect(cells('Nina')).toEqual(expect.arrayContaining(['14', '0,00 €']));
    expect(cells('Zoé')).toEqual(expect.arrayContaining(['3', '–']));
  });

  test('sorts by a column, and back to the order of the site', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Likes' }));
    await waitFor(() => expect(rows()).toEqual(['Nina', 'Zoé', 'Émile']));
    expect(screen.getByRole('columnheader', { name: 'Likes' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(screen.getByRole('button', { name: 'Likes' }));
    await waitFor(() => expect(rows()).toEqual(['Zoé', 'Nina', 'Émile']));
    expect(screen.getByRole('columnheader', { name: 'Likes' })).not.toHaveAttribute('aria-sort');
  });

  test('changes all models between two presses with shift, and names a rejected model', async () => {
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Zoé' }));
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Émile' }));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('3 sélectionnés')).toBeVisible();
    api.update.mockImplementation(async (id) => {
      if (id === 'id-Nina') throw new ApiError({ status: 409, code: 'SLUG_TAKEN', message: 'Refusé.' });
      return models[0]!;
    });
    await user.click(screen.getByRole('button', { name: 'Vérifier' }));
    await expectToast('2\u00a0modèles mis à jour', 'Nina\u00a0: Refusé.');
    expect(api.update.mock.calls).toEqual([
      ['id-Zoé', { is_verified: true }],
      ['id-Nina', { is_verified: true }],
      ['id-Émile', { is_verified: true }],
    ]);
    expect(onChanged).toHaveBeenCalledTimes(1);
    api.update.mockReset();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(api.update.mock.calls).toEqual([
        ['id-Zoé', { is_verified: false }],
        ['id-Émile', { is_verified: false }],
      ]),
    );
  });

  test('gives the focus to the heading when the bar of the selection goes', async () => {
    makePageInert();
    const user = userEvent.setup();
    open();
    const title = screen.getByRole('heading', { name: 'Modèles' });
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Nina' }));
    await user.click(screen.getByRole('button', { name: 'Annuler la sélection' }));
    expect(title).toHaveFocus();
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Nina' }));
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await screen.findByText('Modèle supprimé');
    await waitFor(() => expect(title).toHaveFocus());
  });

  test('gives the focus to the heading when a change takes rows out of the filter', async () => {
    const user = userEvent.setup();
    const view = open();
    await user.click(screen.getByRole('button', { name: /^Publiés/ }));
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Nina' }));
    onChanged.mockImplementationOnce(async () => {
      view.rerender(listOf(models.map((model) => (model.name === 'Nina' ? { ...model, state: 'archived' } : model))));
      return undefined;
    });
    await user.click(screen.getByRole('button', { name: 'Archiver' }));
    await waitFor(() => expect(rows()).toEqual(['Zoé', 'Émile']));
    expect(screen.getByRole('heading', { name: 'Modèles' })).toHaveFocus();
  });

  test('deletes what is selected and in sight once that is confirmed', async () => {
    const user = userEvent.setup();
    open();
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Nina' }));
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    const question = screen.getByRole('alertdialog', { name: 'Supprimer 2\u00a0modèles\u00a0?' });
    expect(within(question).getByText('Zoé et Émile')).toBeVisible();
    expect(api.remove).not.toHaveBeenCalled();
    await user.click(within(question).getByRole('button', { name: 'Supprimer' }));
    await screen.findByText('2 modèles supprimés');
    expect(screen.queryByRole('region', { name: 'Sélection' })).toBeNull();
    expect(rows()).toEqual(['Nina']);
    // Closed to visitors at once, and deleted once there is no undo any more.
    expect(api.update.mock.calls).toEqual([
      ['id-Zoé', { state: 'archived' }],
      ['id-Émile', { state: 'archived' }],
    ]);
    expect(api.remove).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(api.remove.mock.calls.map(([id]) => id)).toEqual(['id-Zoé', 'id-Émile']));
  });

  test('takes back the deletion of the others where one was rejected, which the toast names', async () => {
    const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    open();
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    api.update.mockImplementation(async (id) => {
      if (id === 'id-Nina') throw new ApiError({ status: 403, code: 'FORBIDDEN', message: 'Refusé.' });
      return models[0]!;
    });
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await expectToast('2\u00a0modèles supprimés', 'Nina\u00a0: Refusé.');
    expect(rows()).toEqual(['Nina']);
    expect(api.remove).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(rows()).toEqual(['Zoé', 'Nina', 'Émile']));
    expect(api.remove).not.toHaveBeenCalled();
  });
});

describe('the order of the table', () => {
  const wall = {
    list: jest.fn<WallApi['list']>(),
    place: jest.fn<WallApi['place']>(),
    feature: jest.fn<WallApi['feature']>(),
  };
  const openOrdered = () =>
    render(
      <MemoryRouter>
        <ToastProvider>
          <ModelList title="Modèles" models={models} api={{ ...api, wall }} onChanged={onChanged} />
        </ToastProvider>
      </MemoryRouter>,
    );
  const grip = (name: string) => screen.findByRole('button', { name });
  const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent.split(' ')[0]);
  const ROW_PX = 50;
  beforeEach(() => {
    localStorage.setItem('modelTable', '1');
    // jsdom has no layout: rows stand one under the other.
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const row = this.closest('tbody tr');
      const place = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1;
      return place < 0 ? new DOMRect(0, 0, 800, 0) : new DOMRect(0, place * ROW_PX, 800, ROW_PX);
    });
  });
  afterEach(() => {
    localStorage.clear();
    jest.restoreAllMocks();
  });

  test('has no column where the panel does not set it', () => {
    open();
    expect(screen.queryByRole('columnheader', { name: 'Ordre' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Déplacer/ })).toBeNull();
  });

  test('is changed by keyboard with one call, shown at once, and taken back', async () => {
    const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
    let store: () => void = () => undefined;
    wall.place.mockImplementationOnce(() => new Promise<void>((resolve) => (store = resolve)));
    openOrdered();
    expect(screen.getByRole('columnheader', { name: 'Ordre' })).toHaveAttribute('aria-sort', 'ascending');
    (await grip('Déplacer Zoé, position 1')).focus();
    await user.keyboard(' ');
    await screen.findByText('Zoé saisi, en position 1 sur 3.');
    // dnd-kit listens to the arrows from the next task on.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await user.keyboard('{ArrowDown}');
    await screen.findByText('Zoé passe en position 2 sur 3.');
    await user.keyboard(' ');
    await waitFor(() => expect(rows()).toEqual(['Nina', 'Zoé', 'Émile']));
    expect(wall.place.mock.calls).toEqual([['id-Zoé', { side: 'after', neighbour: 'id-Nina' }]]);
    expect(onChanged).not.toHaveBeenCalled();
    await act(async () => store());
    await screen.findByText('Zoé est en position 2');
    expect(onChanged).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(wall.place.mock.calls.at(-1)).toEqual(['id-Zoé', { side: 'before', neighbour: 'id-Nina' }]);
  });

  test('is not changed in a part of the list or in another order, which is stated, and comes back with a press', async () => {
    const user = userEvent.setup();
    openOrdered();
    await user.click(screen.getByRole('button', { name: 'Likes' }));
    const blocked = await grip('Déplacer Nina');
    expect(blocked).toHaveAttribute('aria-disabled', 'true');
    expect(blocked).toHaveAccessibleDescription('Les modèles se déplacent dans la liste entière, triée par ordre.');
    expect(screen.getByRole('columnheader', { name: 'Ordre' })).not.toHaveAttribute('aria-sort');
    await user.click(screen.getByRole('button', { name: 'Ordre' }));
    await grip('Déplacer Zoé, position 1');
    await user.type(screen.getByRole('searchbox', { name: 'Rechercher' }), 'zo');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Déplacer Zoé' })).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Afficher l’ordre' }));
    await grip('Déplacer Émile, position 3');
    expect(screen.queryByText(/se déplacent dans la liste entière/)).toBeNull();
  });

  test('keeps the order of before where the server rejects a move', async () => {
    const user = userEvent.setup();
    wall.place.mockRejectedValueOnce(new ApiError({ status: 404, code: 'MODEL_NOT_FOUND', message: 'Introuvable.' }));
    openOrdered();
    (await grip('Déplacer Émile, position 3')).focus();
    await user.keyboard(' ');
    await screen.findByText('Émile saisi, en position 3 sur 3.');
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    await user.keyboard('{ArrowUp}');
    await screen.findByText('Émile passe en position 2 sur 3.');
    await user.keyboard(' ');
    await expectToast('Erreur', 'Introuvable.');
    await waitFor(() => expect(rows()).toEqual(['Zoé', 'Nina', 'Émile']));
  });
});

describe('publication', () => {
  const draft = modelOf('Inès', { state: 'draft' });
  const archived = modelOf('Malik', { state: 'archived', is_live: true });
  const pressing = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  beforeEach(() => localStorage.setItem('modelTable', '1'));
  afterEach(() => localStorage.clear());

  const openMenu = (name: string, user = userEvent.setup()) =>
    user.click(screen.getByRole('button', { name: `Plus d’actions pour ${name}` }));
  const choose = async (user: ReturnType<typeof pressing>, name: string, item: string) => {
    await openMenu(name, user);
    await user.click(screen.getByRole('menuitem', { name: `${item} ${name}` }));
  };

  test('shows states, with a preview and no live for what visitors do not see', async () => {
    open([...models, draft, archived]);
    const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) }));
    expect(row('Zoé').getByText('Publié')).toBeVisible();
    expect(row('Inès').getByText('Brouillon')).toBeVisible();
    expect(row('Malik').getByText('Archivé')).toBeVisible();
    await openMenu('Zoé');
    expect(screen.getByRole('menuitem', { name: 'Voir Zoé, nouvel onglet' })).toHaveAttribute('href', '/zoe');
    await openMenu('Inès');
    expect(screen.getByRole('menuitem', { name: 'Prévisualiser Inès, nouvel onglet' })).toHaveAttribute(
      'href',
      '/apercu/ines',
    );
    expect(row('Malik').getByRole('switch', { name: /En live/ })).toBeDisabled();
  });

  test('has a menu for each row that the arrows open and go through, and that gives the focus back', async () => {
    const user = pressing();
    open([...models, draft]);
    const opener = screen.getByRole('button', { name: 'Plus d’actions pour Zoé' });
    opener.focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Supprimer Zoé' })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('menuitem', { name: 'Voir Zoé, nouvel onglet' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(opener).toHaveFocus();
    await choose(user, 'Zoé', 'Supprimer');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuler' }));
    expect(opener).toHaveFocus();
  });

  test('narrows by state with the number of each', async () => {
    open([...models, draft, archived]);
    const states = within(screen.getByRole('group', { name: 'État' }));
    expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Tous 5',
      'Publiés 3',
      'Brouillons 1',
      'Archivés 1',
    ]);
    await userEvent.click(states.getByRole('button', { name: 'Brouillons 1' }));
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    expect(states.getByRole('button', { name: 'Brouillons 1' })).toHaveAttribute('aria-pressed', 'true');
    expect(names(arrange([...models, draft, archived], { ...EVERYTHING, state: 'draft' }))).toEqual(['Inès']);
    expect(names(arrange([...models, draft], { ...EVERYTHING, state: 'published' }))).toEqual(names(models));
    expect(names(arrange([draft], { ...EVERYTHING, state: 'nonsense' }))).toEqual(['Inès']);
  });

  test('publishes and archives one, and takes it back', async () => {
    const user = pressing();
    open([...models, draft]);
    await choose(user, 'Inès', 'Publier');
    await screen.findByText('Inès est en ligne');
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() => expect(api.update).toHaveBeenCalledTimes(2));
    await choose(user, 'Zoé', 'Archiver');
    await screen.findByText('Zoé est dans les archives');
    expect(api.update.mock.calls).toEqual([
      ['id-Inès', { state: 'published' }],
      ['id-Inès', { state: 'draft' }],
      ['id-Zoé', { state: 'archived' }],
    ]);
  });

  test('puts only published models live, and names the others', async () => {
    const user = pressing();
    open([models[0]!, draft, archived]);
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Mettre en live' }));
    await expectToast('1\u00a0modèle mis à jour', 'Inès, Malik\u00a0: seuls les modèles publiés passent en live.');
    expect(api.update.mock.calls).toEqual([['id-Zoé', { is_live: true }]]);
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Zoé' }));
    await user.click(screen.getByRole('button', { name: 'Mettre en live' }));
    await expectToast('Erreur', 'Inès, Malik\u00a0: seuls les modèles publiés passent en live.');
    expect(api.update).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Arrêter le live' }));
    await waitFor(() => expect(api.update).toHaveBeenCalledTimes(3));
  });

  test('publishes many, each of which gets its former state back', async () => {
    const user = pressing();
    open([draft, archived]);
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Publier' }));
    await screen.findByText('2 modèles publiés');
    api.update.mockClear();
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(api.update.mock.calls).toEqual([
        ['id-Inès', { state: 'draft' }],
        ['id-Malik', { state: 'archived' }],
      ]),
    );
  });

  test('takes a deletion back, or makes it when the page is left', async () => {
    const user = pressing();
    const { unmount } = open([...models, draft]);
    const remove = async (name: string) => {
      await choose(user, name, 'Supprimer');
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
      await expectToast('Modèle supprimé', name);
      expect(screen.queryByRole('row', { name: new RegExp(name) })).toBeNull();
    };
    await remove('Inès');
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    await screen.findByRole('row', { name: /Inès/ });
    expect(api.update.mock.calls).toEqual([
      ['id-Inès', { state: 'archived' }],
      ['id-Inès', { state: 'draft' }],
    ]);
    expect(api.remove).not.toHaveBeenCalled();
    await remove('Zoé');
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(api.remove.mock.calls).toEqual([['id-Zoé', { keepalive: true }]]);
    unmount();
    expect(api.remove).toHaveBeenCalledTimes(1);
  });

  test('deletes all that was selected at once when the page is left', async () => {
    const user = pressing();
    // No response comes any more.
    api.remove.mockReturnValue(new Promise(() => undefined));
    open(Array.from({ length: 12 }, (_, index) => modelOf(`Modèle ${index}`)));
    await user.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
    await user.click(screen.getByRole('button', { name: 'Supprimer' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await screen.findByText('12 modèles supprimés');
    act(() => void dispatchEvent(new Event('pagehide')));
    expect(api.remove).toHaveBeenCalledTimes(12);
  });

  test('deletes when the section is left, and offers no undo any more', async () => {
    const user = pressing();
    const pageWith = (list: ReactNode) => (
      <MemoryRouter>
        <ToastProvider>{list}</ToastProvider>
      </MemoryRouter>
    );
    const { rerender } = render(
      pageWith(<ModelList title="Modèles" models={models} api={api} onChanged={onChanged} />),
    );
    await choose(user, 'Zoé', 'Supprimer');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await expectToast('Modèle supprimé', 'Zoé');
    rerender(pageWith(null));
    expect(api.remove.mock.calls).toEqual([['id-Zoé', { keepalive: true }]]);
    await waitFor(() => expect(screen.queryByText('Modèle supprimé')).toBeNull());
    expect(api.update.mock.calls).toEqual([['id-Zoé', { state: 'archived' }]]);
  });

  test('deletes before a logout ends the session', async () => {
    const user = pressing();
    const calls: string[] = [];
    const deleted = Promise.withResolvers<void>();
    api.remove.mockImplementation(async () => {
      calls.push('delete');
      await deleted.promise;
      calls.push('deleted');
    });
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
      calls.push(String(url));
      return Response.json({ ok: true });
    });
    open();
    await choose(user, 'Zoé', 'Supprimer');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Supprimer' }));
    await expectToast('Modèle supprimé', 'Zoé');
    await act(async () => {
      const left = adminSession.logOut();
      deleted.resolve();
      await left;
    });
    expect(calls).toEqual(['delete', 'deleted', '/api/admin/logout']);
  });

  test('creates a draft, and offers its preview', async () => {
    api.create.mockResolvedValue({ ...draft, slug: 'ines' });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Nouveau modèle' }));
    const form = within(await screen.findByRole('dialog', { name: 'Nouveau modèle' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Nom' }), 'Inès');
    await userEvent.click(form.getByRole('button', { name: 'Enregistrer en brouillon' }));
    await waitFor(() => expect(api.create.mock.calls[0]?.[0]).toMatchObject({ name: 'Inès', state: 'draft' }));
    expect(await screen.findByRole('link', { name: 'Prévisualiser, nouvel onglet' })).toHaveAttribute(
      'href',
      '/apercu/ines',
    );
  });
});

describe('a list that is too long to be here whole', () => {
  const further = (changes: Partial<FurtherModels> = {}): FurtherModels => ({
    total: 1_234,
    found: 1_234,
    hasMore: true,
    isFetching: false,
    error: null,
    fetchMore: jest.fn(),
    retry: jest.fn(),
    narrow: jest.fn(),
    ...changes,
  });
  const openPaged = (pages: FurtherModels, affiliates: readonly string[] = []) =>
    render(
      <MemoryRouter>
        <ToastProvider>
          <ModelList
            title="Modèles"
            models={models}
            further={pages}
            affiliates={affiliates}
            api={api}
            onChanged={onChanged}
          />
        </ToastProvider>
      </MemoryRouter>,
    );

  test('shows the number of all, and fetches the next page once everything here is drawn', () => {
    const pages = further();
    openPaged(pages);
    expect(screen.getByText(/^1.234.modèles$/)).toBeVisible();
    expect(pages.fetchMore).toHaveBeenCalledTimes(1);
  });

  test('shows no number that belongs to another choice', async () => {
    openPaged(further({ hasMore: false, found: 312 }));
    const count = screen.getByRole('status');
    expect(count).toHaveTextContent(/^312 sur 1.234.modèles$/);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher' }), 'zo');
    expect(count).toHaveTextContent(/^Recherche parmi 1.234.modèles…$/);
    await waitFor(() => expect(count).toHaveTextContent(/^312 sur/));
  });

  test('shows no number until the catalogue has counted', () => {
    openPaged(further({ hasMore: false, isFetching: true, found: null }));
    expect(screen.getByText(/^Recherche parmi 1.234.modèles…$/)).toHaveAttribute('role', 'status');
  });

  test('is sorted by what the catalogue sorts by', () => {
    localStorage.setItem('modelTable', '1');
    openPaged(further());
    expect(screen.getByRole('button', { name: 'Likes' })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: 'Médias' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Médias' })).toBeNull();
    localStorage.clear();
  });

  test('fetches nothing while a page is on its way, and none after the last', () => {
    for (const pages of [further({ isFetching: true }), further({ hasMore: false })]) {
      const { unmount } = openPaged(pages);
      expect(pages.fetchMore).not.toHaveBeenCalled();
      unmount();
    }
  });

  test('lets the catalogue narrow it, by affiliates that none of these models has', async () => {
    const pages = further({ hasMore: false, found: 2 });
    openPaged(pages, ['studio', 'loin']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher' }), ' zo');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Affilié' }), '@loin');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Live' }), 'Manuel');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Trier par' }), 'Likes');
    await waitFor(() =>
      expect(pages.narrow).toHaveBeenLastCalledWith({ q: 'zo', affiliate: 'loin', filter: 'manual', sort: 'likes' }),
    );
    expect(screen.getByRole('status')).toHaveTextContent(/^2 sur 1.234.modèles$/);
  });

  test('offers to try again where a page failed', async () => {
    const pages = further({ error: new ApiError({ status: 503, code: 'INTERNAL', message: 'Service en pause.' }) });
    openPaged(pages);
    expect(screen.getByText('Service en pause.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect([jest.mocked(pages.retry).mock.calls.length, jest.mocked(pages.fetchMore).mock.calls.length]).toEqual([
      1, 0,
    ]);
  });
});

describe('a model that was deleted elsewhere', () => {
  const gone = new ApiError({ status: 404, code: 'MODEL_NOT_FOUND', message: 'Modèle non trouvé' });

  test('has the list read again by a save, whose form stays', async () => {
    api.load.mockResolvedValue(models[0]!);
    api.update.mockRejectedValue(gone);
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mettre à jour' }));
    await expectToast('Erreur', 'Modèle non trouvé');
    expect(onChanged).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog', { name: 'Modifier le modèle' })).toBeVisible();
  });

  test('has the list read again by a switch, and by the button of its form', async () => {
    api.update.mockRejectedValue(gone);
    api.load.mockRejectedValue(gone);
    open();
    await userEvent.click(screen.getByRole('switch', { name: 'Vérifié\u00a0: Zoé' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
    await userEvent.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(2));
  });
});

test('opens the form that was requested last', async () => {
  const slow = Promise.withResolvers<ModelView>();
  api.load.mockImplementation((slug) => (slug === 'zoe' ? slow.promise : Promise.resolve(models[1]!)));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Éditer Zoé' }));
  await userEvent.click(screen.getByRole('button', { name: 'Éditer Nina' }));
  expect(await screen.findByRole('textbox', { name: 'Nom' })).toHaveValue('Nina');
  await act(async () => slow.resolve(models[0]!));
  expect(screen.getByRole('textbox', { name: 'Nom' })).toHaveValue('Nina');
});

test('opens the form that the address names, once', async () => {
  api.load.mockResolvedValue(models[1]!);
  // jsdom has no layout.
  Element.prototype.scrollIntoView = () => undefined;
  render(
    <MemoryRouter initialEntries={['/?editer=nina&partie=photos&tri=name']}>
      <ToastProvider>
        <ModelList title="Modèles" models={models} api={api} onChanged={onChanged} />
        <Search />
      </ToastProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('dialog', { name: 'Modifier le modèle' })).toBeVisible();
  expect(api.load.mock.calls).toEqual([['nina']]);
  expect(screen.getByTestId('search')).toHaveTextContent('?tri=name');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Photos' })).toHaveFocus());
});
const Search = () => <output data-testid="search">{useLocation().search}</output>;
