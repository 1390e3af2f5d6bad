import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { useEffect, useRef } from 'react';
import { useToast } from 'ui/toast';
import { ApiError, failureText } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { deleteUpload } from './api/delete-upload.ts';
import { withRestored } from './item-order.ts';

/** Files deleted at the same time; all at once where the page is left, which ends whatever waits. */
const AT_ONCE = 4;
/** Milliseconds after which a deletion is made although its toast never went: its code may not have loaded. */
const LATEST_MS = 60_000;

interface Deletion {
  slug: string;
  session: Caller;
  items: readonly ContentItem[];
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
}

interface Removal {
  items: readonly ContentItem[];
  /** The filenames of the list before it. */
  order: readonly string[];
}

type Make = (options?: { keepalive: boolean }) => void;

/**
 * Deletion of a model's files with an undo (docs/domain.md#media-grid): they leave the list at once, and the server when the toast
 * goes or the form is left. "Annuler" and a failure put them back at their places.
 * @returns removes files from the list
 */
export const useDeletion = (deletion: Deletion): ((filenames: readonly string[]) => void) => {
  const show = useToast();
  const pending = useRef(new Map<Removal, Make>());
  const latest = useRef(deletion);
  useEffect(() => {
    latest.current = deletion;
  });
  useEffect(() => {
    const makeAll = () => {
      for (const make of [...pending.current.values()]) make({ keepalive: true });
    };
    addEventListener('pagehide', makeAll);
    return () => {
      removeEventListener('pagehide', makeAll);
      makeAll();
    };
  }, []);

  const make = async ({ items, order }: Removal, options?: { keepalive: boolean }) => {
    const { slug, session, onChange } = latest.current;
    const left = [...items];
    const failed: ContentItem[] = [];
    let reason: unknown = null;
    const work = async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) {
        try {
          await deleteUpload(session, { modelSlug: slug, filename: item.filename }, options);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'FILE_NOT_FOUND') continue;
          failed.push(item);
          reason = error;
        }
      }
    };
    await Promise.all(Array.from({ length: options?.keepalive ? items.length : AT_ONCE }, work));
    if (failed.length === 0) return;
    onChange((now) => withRestored(now, failed, order));
    show({ tone: 'error', title: TEXTS.error, text: failureText(reason, { refused: TEXTS.deleteFileFailed }) });
  };
  const undo = (removal: Removal) => {
    pending.current.delete(removal);
    latest.current.onChange((now) => withRestored(now, removal.items, removal.order));
  };

  return (filenames) => {
    const gone = new Set(filenames);
    const { items, onChange } = latest.current;
    const removal: Removal = {
      items: items.filter(({ filename }) => gone.has(filename)),
      order: items.map(({ filename }) => filename),
    };
    onChange((now) => now.filter(({ filename }) => !gone.has(filename)));
    const timer = setTimeout(() => pending.current.get(removal)?.(), LATEST_MS);
    pending.current.set(removal, (options) => {
      clearTimeout(timer);
      if (pending.current.delete(removal)) void make(removal, options);
    });
    show({
      tone: 'success',
      title: plural(removal.items.length, 'fichier supprimé', 'fichiers supprimés'),
      action: { label: TEXTS.cancel, onPress: () => undo(removal) },
      onGone: () => pending.current.get(removal)?.(),
    });
  };
};
