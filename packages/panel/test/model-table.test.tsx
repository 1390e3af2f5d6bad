import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { ApiError } from 'web-kit/api';
// The rows are a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/model-list/ordered-rows.tsx';
import { ModelList } from '../src/model-list/index.tsx';
import type { WallApi } from '../src/models/index.tsx';
import { makePageInert } from './inert-page.ts';
import { api, listOf, modelOf, models, onChanged, open } from './open-model-list.tsx';
import { expectToast } from './toasts.ts';

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
    // Archived at once, and deleted once the undo has expired.
    expect(api.update.mock.calls).toEqual([
      ['id-Zoé', { state: 'archived' }],
      ['id-Émile', { state: 'archived' }],
    ]);
    expect(api.remove).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    await waitFor(() => expect(api.remove.mock.calls.map(([id]) => id)).toEqual(['id-Zoé', 'id-Émile']));
  });

  test('takes back the deletion of the others where one was rejected, which the toast names', async () => {
    const user = userEvent.setup();
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
    // jsdom has no layout: rows are given positions in a column.
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
    const user = userEvent.setup();
    let store: () => void = () => undefined;
    wall.place.mockImplementationOnce(() => new Promise<void>((resolve) => (store = resolve)));
    openOrdered();
    expect(screen.getByRole('columnheader', { name: 'Ordre' })).toHaveAttribute('aria-sort', 'ascending');
    (await grip('Déplacer Zoé, position 1')).focus();
    await user.keyboard(' ');
    await screen.findByText('Zoé saisi, en position 1 sur 3.');
    // dnd-kit handles arrow keys from the next task on.
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
