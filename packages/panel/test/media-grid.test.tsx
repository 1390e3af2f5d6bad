import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContentItem } from 'contracts/media-items';
import { useState } from 'react';
import { ToastProvider } from 'ui/toast';
import { adminSession } from 'web-kit/session';
import { cellsIn, geometryOf, indexAfterKey } from '../src/media-list/grid-geometry.ts';
import { MediaList, useWrongLikes } from '../src/media-list/index.tsx';
import { createQueue } from '../src/uploads/index.tsx';

const itemOf = (index: number, more: Partial<ContentItem> = {}): ContentItem => ({
  id: String(index),
  filename: `photo-${index}.webp`,
  filePath: `/m/photo-${index}.webp`,
  image: `/m/photo-${index}-thumb.webp`,
  likes: null,
  isLocked: true,
  isViewable: true,
  state: 'ready',
  ...more,
});
const onPicture = jest.fn<(kind: 'avatar' | 'cover', item: ContentItem) => void>();

function List({ initial }: { initial: ContentItem[] }) {
  const [items, setItems] = useState(initial);
  const [queue] = useState(() => createQueue());
  const { wrongLikes, setWrongLikes } = useWrongLikes();
  return (
    <ToastProvider>
      <MediaList
        fileType="photos"
        slug="nina"
        session={adminSession}
        queue={queue}
        items={items}
        wrongLikes={wrongLikes}
        onWrongLikes={setWrongLikes}
        isDrawn
        onChange={setItems}
        onPicture={onPicture}
      />
    </ToastProvider>
  );
}
const SIX = Array.from({ length: 6 }, (_, index) => itemOf(index, { isLocked: index > 1 }));
const show = (items = SIX) => {
  const user = userEvent.setup();
  render(<List initial={items} />);
  return user;
};
const openOf = (place: number) => screen.getByRole('button', { name: new RegExp(`^Ouvrir Photo ${place},`) });
const checked = () =>
  within(screen.getByRole('list', { name: 'Photos' }))
    .getAllByRole('checkbox')
    .flatMap((box, index) => ((box as HTMLInputElement).checked ? index + 1 : []));

beforeEach(() => {
  localStorage.clear();
  onPicture.mockReset();
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('MediaGrid', () => {
  test('comes first, and remembers the choice of the list', async () => {
    const user = show();
    expect(screen.getByRole('button', { name: 'Grille' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Liste' }));
    expect(localStorage.getItem('mediaList')).toBe('1');
    expect(screen.getByRole('button', { name: 'Déplacer Photo 1' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Grille' }));
    expect(localStorage.getItem('mediaList')).toBeNull();
  });

  test('adds single cells with Ctrl and ranges with shift', async () => {
    const user = show();
    await user.keyboard('{Control>}');
    await user.click(openOf(2));
    await user.keyboard('{/Control}{Shift>}');
    await user.click(openOf(4));
    await user.keyboard('{/Shift}');
    expect(checked()).toEqual([2, 3, 4]);
  });

  test('moves, selects and clears by keyboard', async () => {
    const user = show();
    act(() => openOf(1).focus());
    await user.keyboard('{ArrowRight}');
    expect(openOf(2)).toHaveFocus();
    await user.keyboard(' ');
    expect(checked()).toEqual([2]);
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(checked()).toEqual([2, 3, 4]);
    await user.keyboard('{Control>}a{/Control}');
    expect(checked()).toEqual([1, 2, 3, 4, 5, 6]);
    await user.keyboard('{Escape}');
    expect(checked()).toEqual([]);
  });

  test('leaves Escape to the dialog while nothing is selected', async () => {
    show();
    act(() => openOf(1).focus());
    expect(fireEvent.keyDown(openOf(1), { key: 'Escape' })).toBe(true);
  });

  test('selects all and clears with the focus on a checkbox', async () => {
    const user = show();
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Photo 2' }));
    await user.keyboard('{Control>}a{/Control}');
    expect(checked()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })).toBe(false);
    expect(checked()).toEqual([]);
    await user.keyboard('{ArrowRight}');
    expect(openOf(3)).toHaveFocus();
  });

  test.each(['Nom de fichier', 'Likes de la sélection', 'Likes de Photo 1'])(
    'clears the selection from the field "%s", whose text Ctrl+A selects',
    async (name) => {
      const user = show([itemOf(0, { originalName: 'un.webp' }), itemOf(1)]);
      await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Photo 2' }));
      const field = screen.getByLabelText(name);
      act(() => field.focus());
      expect(fireEvent.keyDown(field, { key: 'a', ctrlKey: true })).toBe(true);
      expect(checked()).toEqual([2]);
      expect(fireEvent.keyDown(field, { key: 'Escape' })).toBe(false);
      expect(checked()).toEqual([]);
      expect(document.body).not.toHaveFocus();
    },
  );

  test('has the keys of a selection without the focus, but not under a dialog', async () => {
    const user = show();
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Photo 2' }));
    await user.click(screen.getByRole('button', { name: 'Programmer' }));
    await screen.findByRole('dialog');
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });
    expect(checked()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
    expect(checked()).toEqual([]);
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
  });

  test('clears the selection of the list as well', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Liste' }));
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Photo 2' }));
    await user.keyboard('{Control>}a{/Control}');
    expect(checked()).toEqual([1, 2, 3, 4, 5, 6]);
    await user.keyboard('{Escape}');
    expect(checked()).toEqual([]);
  });

  test('draws the focused cell wherever the grid is scrolled', () => {
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
    show(Array.from({ length: 200 }, (_, index) => itemOf(index)));
    const cell = openOf(2);
    act(() => cell.focus());
    const frame = screen.getByRole('list', { name: 'Photos' }).parentElement;
    if (!frame) throw new Error('the grid has no frame');
    frame.scrollTop = 6_000;
    fireEvent.scroll(frame);
    expect(screen.queryByRole('button', { name: /^Ouvrir Photo 12,/ })).toBeNull();
    expect(cell).toHaveFocus();
  });

  test('selects the cell on which a finger rests, and ignores the click that follows', async () => {
    const user = show();
    await user.pointer({ keys: '[TouchA>]', target: openOf(3) });
    await screen.findByText('1 sélectionnée');
    await user.pointer({ keys: '[/TouchA]', target: openOf(3) });
    expect(checked()).toEqual([3]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('filters by state with names that stay', async () => {
    const user = show([...SIX, itemOf(6, { state: 'failed', isViewable: false })]);
    await user.click(screen.getByRole('button', { name: 'Visibles 2' }));
    expect(screen.getAllByRole('button', { name: /^Ouvrir/ })).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'En échec 1' }));
    expect(openOf(7)).toBeInTheDocument();
  });

  test('locks, gives likes and offers one photo as cover', async () => {
    const user = show();
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Photo 1' }));
    const more = () => user.click(screen.getByRole('button', { name: 'Plus d’actions pour la sélection' }));
    await more();
    await user.click(screen.getByRole('menuitem', { name: 'Définir comme couverture' }));
    expect(onPicture).toHaveBeenCalledWith('cover', expect.objectContaining({ filename: 'photo-0.webp' }));
    await user.click(screen.getByRole('checkbox', { name: 'Sélectionner Photo 2' }));
    await more();
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Supprimer']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await user.type(screen.getByRole('textbox', { name: 'Likes de la sélection' }), '12');
    expect(screen.getByRole('textbox', { name: 'Likes de Photo 2' })).toHaveValue('');
    await user.keyboard('{Enter}');
    expect(screen.getByRole('textbox', { name: 'Likes de Photo 2' })).toHaveValue('12');
    await user.click(screen.getByRole('button', { name: 'Verrouiller' }));
    expect(screen.getByRole('button', { name: 'Verrouillées 6' })).toBeInTheDocument();
  });
});

describe('a marquee in a list that the form scrolls', () => {
  /** Draws a form of 400 px around a list of 600 px, whose lower 200 px are out of sight. */
  const draw = async () => {
    const user = show();
    const form = document.body;
    const frame = screen.getByRole('list', { name: 'Photos' }).parentElement;
    if (!frame) throw new Error('the grid has no frame');
    form.style.overflowY = 'auto';
    Object.defineProperty(form, 'scrollHeight', { configurable: true, value: 5_000 });
    Object.defineProperty(form, 'clientHeight', { configurable: true, value: 400 });
    form.getBoundingClientRect = () => new DOMRect(0, 0, 400, 400);
    frame.getBoundingClientRect = () => new DOMRect(0, -form.scrollTop, 400, 600);
    const frames = jest.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1);
    const paint = () => act(() => frames.mock.lastCall?.[0]?.(0));
    await user.pointer([
      { keys: '[MouseLeft>]', target: frame, coords: { clientX: 10, clientY: 300 } },
      { target: frame, coords: { clientX: 200, clientY: 395 } },
    ]);
    return { user, form, paint, box: frame.querySelector<HTMLElement>(':scope > [aria-hidden]') };
  };
  afterEach(() => {
    fireEvent.pointerUp(window);
    document.body.removeAttribute('style');
    for (const own of ['scrollHeight', 'clientHeight', 'getBoundingClientRect'])
      Reflect.deleteProperty(document.body, own);
    document.body.scrollTop = 0;
  });

  test('scrolls as far as the list extends, and stays within it', async () => {
    const { user, form, paint, box } = await draw();
    for (let painted = 0; painted < 60; painted++) paint();
    expect(form.scrollTop).toBeGreaterThanOrEqual(200);
    expect(form.scrollTop).toBeLessThan(220);
    await user.pointer({ target: form, coords: { clientX: 900, clientY: 5_000 } });
    paint();
    expect(box?.style).toMatchObject({ top: '300px', height: '300px', width: '390px' });
  });

  test('selects no text of the page', async () => {
    await draw();
    expect(fireEvent(document.body, new Event('selectstart', { bubbles: true, cancelable: true }))).toBe(false);
    fireEvent.pointerUp(window);
    expect(fireEvent(document.body, new Event('selectstart', { bubbles: true, cancelable: true }))).toBe(true);
  });
});

describe('geometry of the grid', () => {
  test('has two columns on a phone and more beyond', () => {
    expect(geometryOf(350).columns).toBe(2);
    expect(geometryOf(900).columns).toBe(5);
  });

  test('finds the cells that a box touches, without those that are missing from the last row', () => {
    const geometry = { columns: 3, cellWidth: 100, cellHeight: 100 };
    expect(cellsIn(geometry, 5, { left: 50, top: 50, right: 150, bottom: 150 })).toEqual([0, 1, 3, 4]);
    expect(cellsIn(geometry, 5, { left: 0, top: 120, right: 400, bottom: 900 })).toEqual([3, 4]);
    expect(cellsIn(geometry, 5, { left: 101, top: 0, right: 111, bottom: 90 })).toEqual([]);
  });

  test('leads along rows and columns and stops at the ends', () => {
    expect(indexAfterKey('ArrowDown', 1, 5, 3)).toBe(4);
    expect(indexAfterKey('ArrowDown', 2, 5, 3)).toBe(2);
    expect(indexAfterKey('End', 0, 5, 3)).toBe(4);
    expect(indexAfterKey('x', 0, 5, 3)).toBeNull();
  });
});
