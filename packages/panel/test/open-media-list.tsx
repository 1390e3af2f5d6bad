import { afterEach, beforeEach, jest } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ContentItem } from 'contracts/media-items';
import { mediaListToText } from 'contracts/media-items';
import { useEffect, useState } from 'react';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { adminSession } from 'web-kit/session';
import { MediaList, useWrongLikes } from '../src/media-list/index.tsx';
// These are lazy chunks: imported here, they are compiled before a test waits for them.
import '../src/media-list/media-viewer.tsx';
import '../src/media-list/publication-dialog.tsx';
import { createQueue } from '../src/uploads/index.tsx';
// Sets time limits for a busy machine.
import './toasts.ts';

export const filenameOf = (place: number) => `${String(place).repeat(8)}-5a0e-4c57-9a39-3f0c2f7b9a11.webp`;
export const itemOf = (place: number, more: Partial<ContentItem> = {}): ContentItem => ({
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
export const SUMMER = { local: '2099-07-14T18:30', utc: '2099-07-14T16:30:00.000Z' };
export const WINTER = { local: '2099-12-24T18:00', utc: '2099-12-24T17:00:00.000Z' };

/** Items of the shown list. */
export let items: readonly ContentItem[];
const record = (now: readonly ContentItem[]) => void (items = now);
export const onPicture = jest.fn<(kind: 'avatar' | 'cover', item: ContentItem) => void>();
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
export function Page({ initial, hasList = true }: { initial: readonly ContentItem[]; hasList?: boolean }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <form>{hasList && <List initial={initial} />}</form>
      </ToastProvider>
    </QueryClientProvider>
  );
}
export const THREE = [itemOf(1), itemOf(2), itemOf(3)];
export const show = (initial: readonly ContentItem[] = THREE) => render(<Page initial={initial} />);
export const press = (name: string | RegExp, within_?: HTMLElement) =>
  userEvent.click((within_ ? within(within_) : screen).getByRole('button', { name }));
export const select = (place: number) =>
  userEvent.click(screen.getByRole('checkbox', { name: `Sélectionner Photo ${place}` }));
export const saved = () => JSON.parse(mediaListToText(items)) as { filename: string; publishAt?: string }[];
export const placesShown = () =>
  screen.getAllByRole('button', { name: /^Ouvrir Photo/ }).map((button) => button.getAttribute('aria-label') ?? '');
export const dialog = () => screen.findByRole('dialog', { name: 'Programmer la publication' });
export const typeTime = (local: string) =>
  fireEvent.change(screen.getByLabelText('Publication'), { target: { value: local } });

const { fetch } = globalThis;
/** Requested deletions, and whether each outlives the page. */
export const deletions: { filename: string; keepalive: boolean }[] = [];
interface Responses {
  /** Filenames whose deletion fails. */
  rejected: ReadonlySet<string>;
  /** Responses to GET requests, by the path after /api/upload/; any other path fails. */
  uploads: Record<string, () => Response>;
}
export const backend: Responses = { rejected: new Set(), uploads: {} };
beforeEach(() => {
  localStorage.clear();
  onPicture.mockReset();
  deletions.length = 0;
  backend.rejected = new Set();
  backend.uploads = {};
  globalThis.fetch = (async (url: string, init: RequestInit = {}) => {
    const filename = url.split('/').at(-1) ?? '';
    const read = backend.uploads[url.replace('/api/upload/', '')];
    if (read) return read();
    if (init.method !== 'DELETE') throw new TypeError(`no response to ${url}`);
    deletions.push({ filename, keepalive: init.keepalive ?? false });
    if (backend.rejected.has(filename)) return new Response('<h1>Bad Gateway</h1>', { status: 502 });
    return Response.json({ ok: true });
  }) as typeof globalThis.fetch;
});
afterEach(() => void (globalThis.fetch = fetch));
