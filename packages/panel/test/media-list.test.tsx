import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findWrongLikes } from '../src/media-list/index.tsx';
import {
  backend,
  deletions,
  filenameOf,
  itemOf,
  items,
  Page,
  placesShown,
  press,
  saved,
  select,
  show,
  THREE,
} from './open-media-list.tsx';
import { expectToast } from './toasts.ts';

describe('files that cannot be shown', () => {
  const PENDING = [
    itemOf(1, { state: 'processing', isViewable: false, filePath: '', image: '' }),
    itemOf(2, { state: 'failed', isViewable: false, filePath: '', image: '' }),
    itemOf(3),
  ];
  test.each([1, 2])('are not opened: photo %s', async (place) => {
    show(PENDING);
    const opener = screen.getByRole('button', { name: new RegExp(`^Ouvrir Photo ${place},`) });
    expect(opener).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(opener);
    opener.focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('get everything that is known of them once they are ready', async () => {
    const ready = {
      filename: filenameOf(1),
      state: 'ready',
      filePath: '/m/1.mp4?signature=s',
      image: '/m/1.webp',
      duration: '1:05',
      width: 1280,
      height: 720,
      placeholder: 'dGh1bWI=',
      hls: '/m/1.m3u8?signature=s',
      originalName: 'répétition.mov',
    };
    globalThis.fetch = async () => Response.json(ready);
    show(PENDING.slice(0, 1));
    await waitFor(() => expect(items[0]).toMatchObject({ ...ready, isViewable: true }), { timeout: 10_000 });
  });
});

describe('original file names', () => {
  const NAMED = [
    itemOf(1, { originalName: 'Loge miroir.jpg' }),
    itemOf(2, { originalName: 'été-02.jpg' }),
    itemOf(3, { originalName: 'loge-porte.jpg' }),
  ];
  test('stand in grid, list and viewer beside names that count', async () => {
    show(NAMED);
    expect(screen.getByText('Loge miroir.jpg')).toBeVisible();
    expect(placesShown()[0]).toBe('Ouvrir Photo 1, Loge miroir.jpg, Verrouillée');
    await press('Liste');
    expect(screen.getByText('Photo 1')).toBeVisible();
    expect(screen.getByText('Loge miroir.jpg')).toBeVisible();
    await press('Grille');
    await press(/^Ouvrir Photo 2/);
    const viewer = await screen.findByRole('dialog', { name: 'Photos' });
    expect(within(viewer).getByRole('heading', { name: 'été-02.jpg' })).toBeVisible();
  });

  test('are searched without accents and capitals', async () => {
    show(NAMED);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Nom de fichier' }), 'LOGE');
    expect(placesShown()).toEqual([expect.stringContaining('Photo 1'), expect.stringContaining('Photo 3')]);
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), 'ete');
    expect(placesShown()).toEqual([expect.stringContaining('Photo 2')]);
    await userEvent.keyboard('zzz');
    expect(screen.getByText('Aucun fichier de ce nom.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(placesShown()).toHaveLength(3);
  });
});

test('Escape ends a drag by pointer, and nothing else', async () => {
  show([itemOf(1), itemOf(2)]);
  await press('Liste');
  const escape = () => fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' });
  expect(escape()).toBe(true);
  // jsdom's pointer events have neither coordinates nor isPrimary.
  const pointer = (type: string, clientY: number) =>
    Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientY }), { isPrimary: true });
  fireEvent(screen.getByRole('button', { name: 'Déplacer Photo 1' }), pointer('pointerdown', 0));
  fireEvent(document, pointer('pointermove', 40));
  await waitFor(() => expect(escape()).toBe(false));
  await waitFor(() => expect(escape()).toBe(true));
  // After a drag dnd-kit suppresses clicks on the document for 50 ms: waits, so that the next test is not affected.
  const onClick = jest.fn();
  document.body.addEventListener('click', onClick, { once: true });
  await waitFor(() => {
    fireEvent.click(document.body);
    expect(onClick).toHaveBeenCalled();
  });
});

describe('likes', () => {
  const likesOf = (place: number) => screen.getByRole('textbox', { name: `Likes de Photo ${place}` });
  test('stay as they were and as they were typed while that is no number, wherever the item is drawn', async () => {
    show([itemOf(1, { likes: 7 }), itemOf(2, { isLocked: false })]);
    await press(/^Ouvrir Photo 1/);
    const viewer = () => screen.findByRole('dialog', { name: 'Photos' });
    const field = within(await viewer()).getByRole('textbox', { name: 'Likes de Photo 1' });
    await userEvent.clear(field);
    await userEvent.type(field, '12abc');
    expect(items[0]?.likes).toBe(7);
    await press('Suivant', await viewer());
    await press('Fermer', await viewer());
    expect(likesOf(1)).toHaveValue('12abc');
    expect(likesOf(1)).toHaveAttribute('aria-invalid', 'true');
    await press('Liste');
    expect(likesOf(1)).toHaveValue('12abc');
    await press(/^Visibles/);
    expect(screen.queryByRole('textbox', { name: 'Likes de Photo 1' })).toBeNull();
    expect(findWrongLikes(document.querySelector('form'))?.dataset.wrongLikes).toBe('Likes de Photo 1');
    await press('Corriger les likes de Photo 1');
    const again = within(await viewer()).getByRole('textbox', { name: 'Likes de Photo 1' });
    await userEvent.clear(again);
    await userEvent.type(again, '12');
    expect(items[0]?.likes).toBe(12);
    expect(findWrongLikes(document.querySelector('form'))).toBeNull();
  });

  test('sets the likes of the selection by Enter or on leaving the field, and never while the input is no number', async () => {
    show([itemOf(1, { likes: 5 }), itemOf(2, { likes: 6 }), itemOf(3)]);
    await select(1);
    await select(2);
    const field = () => screen.getByRole('textbox', { name: 'Likes de la sélection' });
    const likes = () => items.map((item) => item.likes);
    await userEvent.type(field(), '1');
    await userEvent.keyboard('{Backspace}');
    await userEvent.tab();
    expect(likes()).toEqual([5, 6, null]);
    await userEvent.type(field(), '12a{Enter}');
    expect(field()).toHaveAttribute('aria-invalid', 'true');
    expect(likes()).toEqual([5, 6, null]);
    await userEvent.keyboard('{Backspace}');
    await userEvent.tab();
    expect(likes()).toEqual([12, 12, null]);
    await select(3);
    expect(field()).toHaveValue('');
    await userEvent.type(field(), '40{Enter}');
    expect(likes()).toEqual([40, 40, 40]);
    await userEvent.clear(field());
    await userEvent.keyboard('{Enter}');
    expect(likes()).toEqual([null, null, null]);
  });
});

describe('deletion of files', () => {
  const remove = async (...places: number[]) => {
    for (const place of places) await select(place);
    await press('Plus d’actions pour la sélection');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Supprimer' }));
    await press('Supprimer', screen.getByRole('alertdialog'));
  };
  const toast = async () => {
    const found = (await screen.findByRole('button', { name: 'Fermer' })).closest('li');
    if (!found) throw new Error('there is no toast');
    return found;
  };
  const closeToast = async () => press('Fermer', await toast());

  test('takes them off the list at once, and from the server when the toast goes', async () => {
    show();
    await remove(1, 3);
    expect(saved().map(({ filename }) => filename)).toEqual([filenameOf(2)]);
    expect(within(await toast()).getByText(/^2\sfichiers supprimés$/)).toBeVisible();
    expect(deletions).toEqual([]);
    await closeToast();
    await waitFor(() => expect(deletions).toHaveLength(2));
    expect(deletions.map(({ filename }) => filename)).toEqual([filenameOf(1), filenameOf(3)]);
  });

  test('puts them back at their places by "Annuler"', async () => {
    const five = [1, 2, 3, 4, 5].map((place) => itemOf(place));
    show(five);
    await remove(1, 3, 4);
    expect(items.map(({ id }) => id)).toEqual(['2', '5']);
    await press('Annuler', await toast());
    expect(items).toEqual(five);
    expect(deletions).toEqual([]);
  });

  test('puts back those that could not be deleted, with the specified sentence', async () => {
    backend.rejected = new Set([filenameOf(2)]);
    show();
    await remove(1, 2);
    await closeToast();
    await expectToast('Erreur', 'Erreur lors de la suppression du fichier');
    expect(items.map(({ id }) => id)).toEqual(['2', '3']);
  });

  test.each(['the page', 'the form'])('is made when %s is left, by requests that outlive it', async (left) => {
    const { rerender } = show();
    await remove(2);
    await toast();
    if (left === 'the page') act(() => void window.dispatchEvent(new Event('pagehide')));
    else rerender(<Page initial={THREE} hasList={false} />);
    await waitFor(() => expect(deletions).toEqual([{ filename: filenameOf(2), keepalive: true }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler' })).toBeNull());
  });
});
