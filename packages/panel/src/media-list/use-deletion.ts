import type { ContentItem } from 'contracts/media-items';
import { TEXTS } from 'contracts/texts';
import { useEffect, useRef } from 'react';
import { useToast } from 'ui/toast';
import { ApiError, failureText } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { forEachItem } from '../for-each-item.ts';
import { useDeferredDeletion } from '../use-deferred-deletion.ts';
import type { DeletionOptions } from '../use-deferred-deletion.ts';
import { deleteUpload } from './api/delete-upload.ts';
import { withRestored } from './item-order.ts';

interface Deletion {
  slug: string;
  session: Caller;
  items: readonly ContentItem[];
  onChange: (change: (items: ContentItem[]) => ContentItem[]) => void;
}

interface Removal {
  items: readonly ContentItem[];
  /** Filenames of the list before the deletion. */
  order: readonly string[];
}

const ignoreDeleted = (error: unknown): void => {
  if (!(error instanceof ApiError && error.code === 'FILE_NOT_FOUND')) throw error;
};

/**
 * Deletes a model's files with an undo (docs/domain.md#media-grid): they leave the list at once, and the server when the undo
 * expires. "Annuler" and a failure insert them at their former positions.
 * @returns a function that removes files from the list
 */
export const useDeletion = (deletion: Deletion): ((filenames: readonly string[]) => void) => {
  const show = useToast();
  const deleteLater = useDeferredDeletion();
  const latest = useRef(deletion);
  useEffect(() => {
    latest.current = deletion;
  });

  const make = async ({ items, order }: Removal, options?: DeletionOptions) => {
    const { slug, session, onChange } = latest.current;
    const { failed, reason } = await forEachItem(
      items,
      ({ filename }) => deleteUpload(session, { modelSlug: slug, filename }, options).catch(ignoreDeleted),
      options?.keepalive ? items.length : undefined,
    );
    if (failed.length === 0) return;
    onChange((now) => withRestored(now, failed, order));
    show({ tone: 'error', title: TEXTS.error, text: failureText(reason, { rejected: TEXTS.deleteFileFailed }) });
  };
  const undo = ({ items, order }: Removal) => latest.current.onChange((now) => withRestored(now, items, order));

  return (filenames) => {
    const deletedNames = new Set(filenames);
    const { items, onChange } = latest.current;
    const removal: Removal = {
      items: items.filter(({ filename }) => deletedNames.has(filename)),
      order: items.map(({ filename }) => filename),
    };
    onChange((now) => now.filter(({ filename }) => !deletedNames.has(filename)));
    deleteLater(
      {
        tone: 'success',
        title: plural(removal.items.length, 'fichier supprimé', 'fichiers supprimés'),
      },
      { make: (options) => make(removal, options), undo: () => undo(removal) },
    );
  };
};
