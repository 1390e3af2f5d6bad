import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ContentItem } from 'contracts/media-items';
import { listsOfDraft, readDraft, writeDraft } from '../src/model-form/draft.ts';
import { valuesOf } from '../src/model-form/values.ts';
import {
  dialog,
  itemOf,
  placesShown,
  press,
  saved,
  select,
  show,
  SUMMER,
  typeTime,
  WINTER,
} from './open-media-list.tsx';

describe('publication of an item', () => {
  test.each([SUMMER, WINTER])('saves $local in Paris as $utc', async ({ local, utc }) => {
    show();
    await press('Programmer Photo 2');
    expect(within(await dialog()).getByText('Photo 2')).toBeVisible();
    expect(screen.getByLabelText('Publication')).toHaveAccessibleDescription('Heure de Paris');
    typeTime(local);
    await press('Programmer', await dialog());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(saved().map(({ publishAt }) => publishAt)).toEqual([undefined, utc, undefined]);
    await press('Programmer Photo 2');
    await dialog();
    expect(screen.getByLabelText('Publication')).toHaveValue(local);
  });

  test('schedules a selection, which the filter finds, and publishes it again', async () => {
    show();
    await select(1);
    await select(3);
    await press('Programmer');
    await dialog();
    expect(screen.queryByRole('button', { name: 'Publier maintenant' })).toBeNull();
    typeTime(WINTER.local);
    fireEvent.keyDown(screen.getByLabelText('Publication'), { key: 'Enter' });
    await press(/^Programmées 2$/);
    expect(placesShown()).toEqual([
      expect.stringContaining('Photo 1, Programmée, 24 déc. 2099, 18h00'.replaceAll(/(?<=24|déc\.) /g, '\u00a0')),
      expect.stringContaining('Photo 3, Programmée'),
    ]);
    expect(screen.getByRole('button', { name: 'Verrouillées 1' })).toBeVisible();
    await press('Programmer Photo 1');
    await press('Publier maintenant', await dialog());
    expect(saved().map((item) => 'publishAt' in item)).toEqual([false, false, true]);
  });

  test('states at the field that a time has passed or is missing, and changes nothing', async () => {
    show();
    await press('Programmer Photo 1');
    const open = await dialog();
    await press('Programmer', open);
    expect(screen.getByLabelText('Publication')).toHaveAccessibleDescription(/^Indiquez une date et une heure\./);
    typeTime('2020-01-01T10:00');
    await press('Programmer', open);
    expect(screen.getByLabelText('Publication')).toBeInvalid();
    expect(screen.getByLabelText('Publication')).toHaveAccessibleDescription(/^Choisissez un moment à venir\./);
    expect(saved().map(({ publishAt }) => publishAt)).toEqual([undefined, undefined, undefined]);
  });

  test('is over by itself when its time comes', () => {
    jest.useFakeTimers();
    try {
      const due = Date.now() + 90_000;
      show([itemOf(1, { publishAt: new Date(due).toISOString(), isLocked: false })]);
      expect(placesShown()[0]).toContain('Programmée');
      act(() => void jest.advanceTimersByTime(89_000));
      expect(placesShown()[0]).toContain('Programmée');
      act(() => void jest.advanceTimersByTime(1_100));
      expect(placesShown()).toEqual(['Ouvrir Photo 1, Visible par tous']);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('draft of media lists', () => {
  const owner = { user: 'main_admin_token', modelId: 'id-nina' };
  const listsWith = (photos: ContentItem[]) => ({ photo_items: photos, video_items: [], live_replays: [] });
  const roundTrip = (photos: ContentItem[], server: ContentItem[]) => {
    const values = valuesOf(null);
    writeDraft(owner, { values, lists: listsWith(server), edition: 3 }, { values, lists: listsWith(photos) });
    const draft = readDraft(owner);
    if (!draft) throw new Error('the draft was lost');
    return listsOfDraft(draft, listsWith(server)).photo_items;
  };

  test('keeps times that were changed, set and taken away', () => {
    const server = [itemOf(1, { publishAt: SUMMER.utc }), itemOf(2, { publishAt: SUMMER.utc }), itemOf(3)];
    const typed = [itemOf(1, { publishAt: WINTER.utc }), itemOf(2), itemOf(3, { publishAt: WINTER.utc })];
    expect(roundTrip(typed, server).map(({ publishAt }) => publishAt)).toEqual([WINTER.utc, undefined, WINTER.utc]);
  });

  test('keeps the time of a file that was not saved, which cannot be shown before the server knows it', () => {
    expect(roundTrip([itemOf(9, { publishAt: WINTER.utc })], [])).toEqual([
      expect.objectContaining({ publishAt: WINTER.utc, isViewable: false, state: 'processing' }),
    ]);
  });

  test('leaves the server’s time where a draft of a former version has none', () => {
    const { id, filename, likes, isLocked } = itemOf(1);
    localStorage.setItem(
      'modelDraft:main_admin_token:id-nina',
      JSON.stringify({
        at: Date.now(),
        values: {},
        lists: { photo_items: [{ id, filename, likes, isLocked: false }] },
      }),
    );
    const draft = readDraft(owner);
    if (!draft) throw new Error('the draft was lost');
    expect(isLocked).toBe(true);
    expect(listsOfDraft(draft, listsWith([itemOf(1, { publishAt: SUMMER.utc })])).photo_items).toMatchObject([
      { publishAt: SUMMER.utc, isLocked: false },
    ]);
  });
});
