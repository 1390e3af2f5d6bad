import { expect, test } from '@jest/globals';
import type { ContentItem } from 'contracts/media-items';
import { enumerate, withArrived } from '../src/media-list/item-order.ts';
import { moveItem } from '../src/move-item.ts';
import { select } from '../src/selection/select.ts';

const item = (filename: string): ContentItem => ({
  id: filename,
  filename,
  filePath: '',
  image: '',
  likes: null,
  isLocked: true,
  isViewable: true,
  state: 'ready',
});
const names = (items: readonly ContentItem[]) => items.map(({ filename }) => filename).join('');

test('an item that moves down or up leaves no gap', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

test('files of one drop are ordered as in the drop, behind the present ones, whatever the order of their arrival', () => {
  const orders = new Map([
    ['1', 1],
    ['2', 2],
    ['3', 3],
  ]);
  const orderOf = (filename: string) => orders.get(filename);
  const list = ['3', '1', '2'].reduce(
    (items, filename) => withArrived(items, item(filename), orderOf),
    [item('x'), item('y')],
  );
  expect(names(list)).toBe('xy123');
});

test('two clicks with shift select everything between them, either way', () => {
  const all = ['a', 'b', 'c', 'd'];
  expect([...select({ all, selected: new Set(['b']), anchor: 'b', target: 'd', isOn: true, isRange: true })]).toEqual([
    'b',
    'c',
    'd',
  ]);
  expect([...select({ all, selected: new Set(all), anchor: 'd', target: 'b', isOn: false, isRange: true })]).toEqual([
    'a',
  ]);
  expect([...select({ all, selected: new Set(['b']), anchor: 'b', target: 'd', isOn: true, isRange: false })]).toEqual([
    'b',
    'd',
  ]);
});

test('a deletion of many names the first ones, and counts the rest', () => {
  expect(enumerate(['Photo 1', 'Photo 2', 'Photo 3'])).toBe('Photo 1, Photo 2 et Photo 3');
  expect(enumerate(['1', '2', '3', '4'], 3)).toBe('1, 2, 3 et 1 autre');
  expect(enumerate(['1', '2', '3', '4', '5'], 3)).toBe('1, 2, 3 et 2 autres');
});
