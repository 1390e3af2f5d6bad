import { describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { ApiError } from 'web-kit/api';
// The form is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/model-form/index.tsx';
import { arrange, EVERYTHING } from '../src/model-list/filter-and-sort.ts';
import { ModelList } from '../src/model-list/index.tsx';
import type { FurtherModels } from '../src/model-list/index.tsx';
import { Shortcuts } from '../src/shortcuts/index.tsx';
import { api, modelOf, models, names, onChanged, open } from './open-model-list.tsx';
import { expectToast } from './toasts.ts';

test('the list of models ignores accents and capitals in search, filter and sorting', () => {
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

test('the list of models shows every fact of a model and resets a live override only where there is one', () => {
  open();
  expect(screen.getByText('LIVE (MANUEL)')).not.toBeNull();
  expect(screen.getByText('12 345')).not.toBeNull();
  expect(screen.getAllByRole('button', { name: /^Rendre la main aux horaires/ })).toHaveLength(1);
  expect(screen.getByText('3 modèles')).not.toBeNull();
});

test('the list of models reverts a switch and shows the reason when the server rejects it', async () => {
  let rejectSave: (reason: unknown) => void = () => undefined;
  api.update.mockReturnValueOnce(
    new Promise((_, reject) => {
      rejectSave = reject;
    }),
  );
  open();
  await userEvent.click(screen.getByRole('switch', { name: 'Vérifié\u00a0: Zoé' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vérifié\u00a0: Zoé' }).checked).toBe(true),
  );
  expect(api.update).toHaveBeenCalledWith('id-Zoé', { is_verified: true });
  await act(async () => rejectSave(new ApiError({ status: 409, code: 'SLUG_TAKEN', message: 'Refusé.' })));
  await expectToast('Erreur', 'Refusé.');
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Vérifié\u00a0: Zoé' }).checked).toBe(false),
  );
});

test('the list of models undoes a live switch: back to the schedule, or to the state that was set by hand', async () => {
  const user = userEvent.setup();
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

test('the list of models handles "/", "n" and "?" outside of fields only', async () => {
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

test('the list of models floats the button of a new model only while the section is in sight', () => {
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

test('the list of models draws only a part of hundreds at first', async () => {
  open(Array.from({ length: 300 }, (_, index) => modelOf(`Modèle ${index}`)));
  expect(screen.getAllByRole('article')).toHaveLength(12);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(48));
  expect(screen.getByText('300 modèles')).not.toBeNull();
});

test('the list of models removes cards far behind, unless they hold the focus, and draws them again when they are near', async () => {
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

test('the list of models moves the focus to the list’s heading after a deletion, and back to the button after a cancelled one', async () => {
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

test.each([1, 2] as const)('the list of models names its models one level below its title of level %s', (level) => {
  const listOf = (shown: typeof models) => (
    <MemoryRouter>
      <ToastProvider>
        <ModelList title="Modèles" level={level} models={shown} api={api} onChanged={onChanged} />
      </ToastProvider>
    </MemoryRouter>
  );
  const { rerender } = render(listOf(models));
  const { length } = screen.getAllByRole('article');
  expect(screen.getAllByRole('heading', { level: level + 1 })).toHaveLength(length);
  rerender(listOf([]));
  expect(screen.getByRole('heading', { name: /^Aucun modèle/, level: level + 1 })).toBeVisible();
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
