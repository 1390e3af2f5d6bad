import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { ApiError } from 'web-kit/api';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import type { WallApi } from '../src/models/index.tsx';
import { WallOrder } from '../src/wall-order/index.tsx';
import { dragAnnouncements } from '../src/media-list/texts.ts';
import { MODEL_WORDS } from '../src/wall-moves/index.tsx';
import { moveOf, placeModel, placeOf } from '../src/wall-moves/move.ts';
import { ownerModelOf } from './owner-model.ts';
import { expectToast } from './toasts.ts';

const modelOf = (name: string, isFeatured = false) =>
  ownerModelOf({ id: `id-${name}`, name, slug: name.toLowerCase() }, { is_featured: isFeatured });
let stored: ModelView[];
const wall = {
  list: jest.fn<WallApi['list']>(),
  place: jest.fn<WallApi['place']>(),
  feature: jest.fn<WallApi['feature']>(),
};
const onChanged = jest.fn(async () => undefined);
beforeEach(() => {
  jest.resetAllMocks();
  stored = [modelOf('Nina', true), modelOf('Zoé'), modelOf('Émile'), modelOf('Inès')];
  wall.list.mockImplementation(async () => ({ items: stored, total: stored.length, next: null }));
});
/** Stores an order in the catalogue, which the next read of the list returns. */
const storing = (names: readonly string[]) => async () => {
  stored = names.map((name) => ({ ...stored.find((model) => model.name === name)!, is_featured: name === 'Nina' }));
};
const open = async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <WallOrder wall={wall} onChanged={onChanged} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: 'Monter Zoé' });
};
const shownNames = () =>
  screen.getAllByRole('button', { name: /^Monter/ }).map((button) => button.getAttribute('aria-label')?.slice(7));

describe('the order of the wall', () => {
  test('moves by the buttons with one call, announces it, and keeps the focus', async () => {
    wall.place.mockImplementation(storing(['Nina', 'Émile', 'Zoé', 'Inès']));
    await open();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Descendre Zoé' }));
    expect(shownNames()).toEqual(['Nina', 'Émile', 'Zoé', 'Inès']);
    expect(wall.place.mock.calls).toEqual([['id-Zoé', { side: 'after', neighbour: 'id-Émile' }]]);
    expect(await screen.findByText('Zoé déplacé en position 3 sur 4.')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('button', { name: 'Descendre Zoé' })).toHaveFocus();
    await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  });

  test('stops at the edges of featured models and of the others', async () => {
    await open();
    for (const name of ['Monter Nina', 'Descendre Nina', 'Monter Zoé', 'Descendre Inès'])
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    expect(moveOf(stored, 3, 0)).toMatchObject({ to: 1, place: { side: 'before', neighbour: 'id-Zoé' } });
    expect(moveOf(stored, 0, 3)).toBeNull();
    expect(moveOf(stored, 1, 3)).toMatchObject({ to: 3, place: { side: 'after', neighbour: 'id-Inès' } });
  });

  test('features a model, which then stands at the end of the featured ones', async () => {
    wall.feature.mockImplementation(async () => {
      stored = [stored[0]!, { ...stored[3]!, is_featured: true }, stored[1]!, stored[2]!];
    });
    await open();
    await userEvent.click(screen.getByRole('switch', { name: 'À la une\u00a0: Inès' }));
    expect(wall.feature.mock.calls).toEqual([['id-Inès', true]]);
    expect(shownNames()).toEqual(['Nina', 'Inès', 'Zoé', 'Émile']);
  });

  test('shows the stored order again, and why, when a move is rejected', async () => {
    wall.place.mockRejectedValueOnce(
      new ApiError({ status: 404, code: 'MODEL_NOT_FOUND', message: 'Modèle introuvable' }),
    );
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Monter Inès' }));
    await expectToast('Erreur', 'Modèle introuvable');
    await waitFor(() => expect(shownNames()).toEqual(['Nina', 'Zoé', 'Émile', 'Inès']));
    expect(screen.queryByText(/^Inès déplacé/)).toBeNull();
  });

  test('announces a model as featured once the server has made it so', async () => {
    const failure = new ApiError({ status: 404, code: 'MODEL_NOT_FOUND', message: 'Modèle introuvable' });
    wall.feature.mockRejectedValueOnce(failure).mockResolvedValueOnce(undefined);
    await open();
    const feature = () => userEvent.click(screen.getByRole('switch', { name: 'À la une\u00a0: Inès' }));
    await feature();
    await expectToast('Erreur', 'Modèle introuvable');
    expect(screen.queryByText('Inès est à la une.')).toBeNull();
    await waitFor(() => expect(shownNames()).toEqual(['Nina', 'Zoé', 'Émile', 'Inès']));
    await feature();
    expect(await screen.findByText('Inès est à la une.')).toHaveAttribute('role', 'status');
  });

  test('leaves the announcement of a drop to the response', () => {
    const announcements = dragAnnouncements(['a', 'b'], (index) => ['Nina', 'Zoé'][index] ?? '', MODEL_WORDS);
    const drop = (over: string) => announcements.onDragEnd({ active: { id: 'a' }, over: { id: over } } as never);
    expect(drop('b')).toBe('');
    expect(drop('a')).toBe('Nina reste en position 1 sur 2.');
  });

  test('takes a move back to the former neighbour', async () => {
    wall.place.mockImplementationOnce(storing(['Nina', 'Émile', 'Zoé', 'Inès']));
    await open();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Descendre Zoé' }));
    await screen.findByText('Zoé est en position 3');
    wall.place.mockImplementationOnce(storing(['Nina', 'Zoé', 'Émile', 'Inès']));
    await user.click(screen.getByRole('button', { name: 'Annuler' }));
    expect(wall.place.mock.calls.at(-1)).toEqual(['id-Zoé', { side: 'before', neighbour: 'id-Émile' }]);
    await waitFor(() => expect(shownNames()).toEqual(['Nina', 'Zoé', 'Émile', 'Inès']));
  });

  test('names a place by a neighbour of the same part, and finds it again', () => {
    expect(placeOf(stored, 0)).toBeNull();
    expect(placeOf(stored, 1)).toEqual({ side: 'before', neighbour: 'id-Émile' });
    expect(placeOf(stored, 3)).toEqual({ side: 'after', neighbour: 'id-Émile' });
    const names = (models: readonly ModelView[]) => models.map(({ name }) => name);
    expect(names(placeModel(stored, 'id-Inès', { side: 'before', neighbour: 'id-Zoé' }))).toEqual([
      'Nina',
      'Inès',
      'Zoé',
      'Émile',
    ]);
    // The neighbour was deleted meanwhile: the catalogue rejects the call.
    expect(names(placeModel(stored, 'id-Inès', { side: 'after', neighbour: 'id-Gone' }))).toEqual(names(stored));
  });
});
