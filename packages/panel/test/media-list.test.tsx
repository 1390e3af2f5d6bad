import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContentItem } from 'contracts/media-items';
import { mediaListToText } from 'contracts/media-items';
import { useEffect, useState } from 'react';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { adminSession } from 'web-kit/session';
import { findWrongLikes, MediaList, useWrongLikes } from '../src/media-list/index.tsx';
// They come apart: compiled here, before a test waits for them.
import '../src/media-list/media-viewer.tsx';
import '../src/media-list/publication-dialog.tsx';
import { listsOfDraft, readDraft, writeDraft } from '../src/model-form/draft.ts';
import { valuesOf } from '../src/model-form/values.ts';
import { createQueue } from '../src/uploads/index.tsx';
import { expectToast } from './toasts.ts';

const filenameOf = (place: number) => `${String(place).repeat(8)}-5a0e-4c57-9a39-3f0c2f7b9a11.webp`;
const itemOf = (place: number, more: Partial<ContentItem> = {}): ContentItem => ({
  id: String(place),
  filename: filenameOf(place),
  filePath: `/m/${place}.webp`,
  image: `/m/${place}-thumb.webp`,
  likes: null,
  isLocked: true,
  isViewable: true,
  state: 'ready',
  ...more,
});
const SUMMER = { local: '2099-07-14T18:30', utc: '2099-07-14T16:30:00.000Z' };
const WINTER = { local: '2099-12-24T18:00', utc: '2099-12-24T17:00:00.000Z' };

let items: readonly ContentItem[];
const record = (now: readonly ContentItem[]) => void (items = now);
const onPicture = jest.fn<(kind: 'avatar' | 'cover', item: ContentItem) => void>();
function List({ initial }: { initial: readonly ContentItem[] }) {
  const [now, setNow] = useState<readonly ContentItem[]>(initial);
  const [queue] = useState(() => createQueue());
  const { wrongLikes, setWrongLikes } = useWrongLikes();
  useEffect(() => record(now));
  return (
    <MediaList
      fileType="photos"
      slug="nina"
      session={adminSession}
      queue={queue}
      items={now}
      wrongLikes={wrongLikes}
      onWrongLikes={setWrongLikes}
      isDrawn
      onChange={(change) => setNow((all) => change([...all]))}
      onPicture={onPicture}
    />
  );
}
function Page({ initial, hasList = true }: { initial: readonly ContentItem[]; hasList?: boolean }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <form>{hasList && <List initial={initial} />}</form>
      </ToastProvider>
    </QueryClientProvider>
  );
}
const THREE = [itemOf(1), itemOf(2), itemOf(3)];
const show = (initial: readonly ContentItem[] = THREE) => render(<Page initial={initial} />);
const press = (name: string | RegExp, within_?: HTMLElement) =>
  userEvent.click((within_ ? within(within_) : screen).getByRole('button', { name }));
const select = (place: number) =>
  userEvent.click(screen.getByRole('checkbox', { name: `Sélectionner Photo ${place}` }));
const saved = () => JSON.parse(mediaListToText(items)) as { filename: string; publishAt?: string }[];
const placesShown = () =>
  screen.getAllByRole('button', { name: /^Ouvrir Photo/ }).map((button) => button.getAttribute('aria-label') ?? '');
const dialog = () => screen.findByRole('dialog', { name: 'Programmer la publication' });
const typeTime = (local: string) =>
  fireEvent.change(screen.getByLabelText('Publication'), { target: { value: local } });

const { fetch } = globalThis;
/** Addresses of the deletions that were requested, and whether each outlives the page. */
let deletions: { filename: string; keepalive: boolean }[];
let refused: ReadonlySet<string>;
/** Responses to calls that read, by the path after /api/upload/; what has none fails. */
let uploads: Record<string, () => Response>;
beforeEach(() => {
  localStorage.clear();
  onPicture.mockReset();
  deletions = [];
  refused = new Set();
  uploads = {};
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const filename = url.split('/').at(-1) ?? '';
    const read = uploads[url.replace('/api/upload/', '')];
    if (read) return read();
    if (init.method !== 'DELETE') throw new TypeError(`no response to ${url}`);
    deletions.push({ filename, keepalive: init.keepalive ?? false });
    if (refused.has(filename)) return new Response('<h1>Bad Gateway</h1>', { status: 502 });
    return Response.json({ ok: true });
  }) as typeof globalThis.fetch;
});
afterEach(() => void (globalThis.fetch = fetch));

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
      expect.stringContaining('Photo 1, Programmée, 24 déc. 2099, 18 h'.replaceAll(/(?<=24|déc\.|18) /g, '\u00a0')),
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
  // After a drag dnd-kit stops the clicks on the document for 50 ms: the next test's must not be among them.
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

  test('of the selection are given by Enter or by leaving the field, and never while that is no number', async () => {
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
    refused = new Set([filenameOf(2)]);
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

describe('viewer of the media list', () => {
  const viewer = () => screen.findByRole('dialog', { name: 'Photos' });
  test('changes lock, likes and publication, and stays at an item that leaves the filter', async () => {
    show([itemOf(1), itemOf(2, { isLocked: false })]);
    await press(/^Verrouillées/);
    await press(/^Ouvrir Photo 1/);
    await userEvent.click(within(await viewer()).getByRole('switch', { name: 'Verrouillée' }));
    await userEvent.type(within(await viewer()).getByRole('textbox', { name: 'Likes de Photo 1' }), '12{Enter}');
    expect(items[0]).toMatchObject({ isLocked: false, likes: 12 });
    expect(within(await viewer()).getByText('Visible par tous')).toBeVisible();
    await press('Programmer Photo 1', await viewer());
    await dialog();
    typeTime(SUMMER.local);
    await press('Programmer', await dialog());
    expect(items[0]?.publishAt).toBe(SUMMER.utc);
  });

  test('shows the file as it was sent: pixels, size and date', async () => {
    const facts = { filename: filenameOf(1), state: 'ready', bytes: 6_501_171, uploadedAt: '2026-11-18T21:30:00.000Z' };
    uploads = {
      [`state/nina/${filenameOf(1)}`]: () => Response.json({ ...facts, originalWidth: 4096, originalHeight: 5120 }),
      // Sent before its pixels were stored.
      [`state/nina/${filenameOf(2)}`]: () => Response.json(facts),
    };
    show([itemOf(1, { width: 1280, height: 1600 }), itemOf(2, { width: 1280, height: 720 })]);
    await press(/^Ouvrir Photo 1/);
    expect(
      await within(await viewer()).findByText(/^1 sur 2, 4.096.×.5.120, 6,2.Mo, ajoutée le 18 novembre 2026$/),
    ).toBeVisible();
    await press('Suivant', await viewer());
    expect(await within(await viewer()).findByText(/diffusée en 1.280.×.720, 6,2.Mo/)).toBeVisible();
  });

  test('reads the facts of a file again where they did not come', async () => {
    show();
    await press(/^Ouvrir Photo 1/);
    const retry = await within(await viewer()).findByRole('button', { name: 'Réessayer' });
    uploads = { [`state/nina/${filenameOf(1)}`]: () => Response.json({ bytes: 1_048_576 }) };
    await userEvent.click(retry);
    expect(await within(await viewer()).findByText(/1(,0)?.Mo$/)).toBeVisible();
    expect(within(await viewer()).queryByText(/n’ont pas pu être chargés/)).toBeNull();
  });

  test('downloads the original from an address that is requested when it is wanted, and states why it cannot', async () => {
    const followed: string[] = [];
    const follow = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      followed.push(`${this.getAttribute('href')} ${this.hasAttribute('download')}`);
    });
    const path = `original/nina/${filenameOf(2)}`;
    uploads = { [path]: () => Response.json({ filePath: '/uploads/originals/2?signature=s' }) };
    show();
    await press(/^Ouvrir Photo 2/);
    await press('Télécharger l’original', await viewer());
    await waitFor(() => expect(followed).toEqual(['/uploads/originals/2?signature=s true']));
    uploads[path] = () => Response.json({ error: 'Fichier non trouvé.', code: 'FILE_NOT_FOUND' }, { status: 404 });
    await press('Télécharger l’original', await viewer());
    await expectToast('Erreur', 'Fichier non trouvé.');
    expect(followed).toHaveLength(1);
    follow.mockRestore();
  });

  test('offers the photo as cover and avatar', async () => {
    show();
    await press(/^Ouvrir Photo 2/);
    await press('Définir comme avatar', await viewer());
    expect(onPicture).toHaveBeenCalledWith('avatar', expect.objectContaining({ id: '2' }));
  });

  test('shows the next file after a deletion, and closes after the last', async () => {
    show([itemOf(1), itemOf(2)]);
    await press(/^Ouvrir Photo 1/);
    await press('Supprimer', await viewer());
    await press('Supprimer', screen.getByRole('alertdialog'));
    expect(items.map(({ id }) => id)).toEqual(['2']);
    expect(within(await viewer()).getByText(/1 sur 1/)).toBeVisible();
    await press('Supprimer', await viewer());
    await press('Supprimer', screen.getByRole('alertdialog'));
    expect(items).toEqual([]);
    expect(screen.queryByRole('dialog', { name: 'Photos' })).toBeNull();
  });

  test('shows a file again whose deletion is taken back, and leaves the focus in the grid', async () => {
    show();
    // Without the focus, as by a press in Safari.
    fireEvent.click(screen.getByRole('button', { name: /^Ouvrir Photo 1/ }));
    await press('Supprimer', await viewer());
    await press('Supprimer', screen.getByRole('alertdialog'));
    expect(within(await viewer()).getByText(/1 sur 2/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Annuler' }));
    expect(within(await viewer()).getByText(/2 sur 3/)).toBeVisible();
    await press('Fermer', within(await viewer()).getByRole('heading', { name: 'Photos' }).parentElement!);
    expect(screen.queryByRole('dialog', { name: 'Photos' })).toBeNull();
    expect(screen.getByRole('button', { name: /^Ouvrir Photo 1/ })).toHaveFocus();
  });
});
