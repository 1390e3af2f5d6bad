import { useState } from 'react';
import { listsOfDraft, readDraft, removeDraft, valuesOfDraft } from './draft.ts';
import type { Edition } from './use-edition.ts';
import type { FormField } from './values.ts';

/**
 * Returns the draft of a form that was left without a save, until it is restored or ignored (docs/domain.md#drafts-of-the-form).
 */
export const useFoundDraft = (user: string, { model, fields, media, rebase }: Edition) => {
  const modelId = model?.id ?? null;
  const owner = { user, modelId };
  const [read, setRead] = useState(() => ({ modelId, draft: readDraft(owner) }));
  // The draft of a new model does not belong to the created one.
  const draft = read.modelId === modelId ? read.draft : null;
  const close = () => setRead({ modelId, draft: null });
  return {
    owner,
    /** null: no draft is offered. */
    found: draft,
    restore: () => {
      if (!draft) return;
      for (const [name, value] of Object.entries(valuesOfDraft(draft, fields.getValues())))
        fields.setValue(name as FormField, value, { shouldDirty: true });
      media.put(listsOfDraft(draft, media.latest()));
      rebase(draft.edition);
      close();
    },
    ignore: () => {
      removeDraft(owner);
      close();
    },
    /** Removes the draft of this form; a found draft stays until it is restored or ignored. */
    drop: () => {
      if (!draft) removeDraft(owner);
    },
  };
};
