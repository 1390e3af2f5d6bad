import { zodResolver } from '@hookform/resolvers/zod';
import { modelChange, newModel } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Resolver } from 'react-hook-form';
import { createQueue, useUploadGuard } from '../uploads/index.tsx';
import { useMediaLists } from './use-media-lists.ts';
import { listsOf, valuesOf } from './values.ts';
import type { MediaLists, ModelFormValues } from './values.ts';

// The form sends what was typed; the schemas only judge it, as the server will. An affiliate's form holds the redirection's defaults and does not send them.
const RESOLVERS = {
  create: zodResolver(newModel, undefined, { raw: true }) as Resolver<ModelFormValues>,
  // An empty slug keeps the present one; the form always has a name.
  update: zodResolver(modelChange.required({ name: true }), undefined, { raw: true }) as Resolver<ModelFormValues>,
};

export type Edition = ReturnType<typeof useEdition>;

/** The edition of a model that a form changes, and its changes: fields, media lists, files on their way. */
export const useEdition = (opened: ModelView | null) => {
  const [queue] = useState(() => createQueue());
  const uploading = useUploadGuard(queue);
  const [model, setModel] = useState(opened);
  const media = useMediaLists(opened);
  const fields = useForm<ModelFormValues>({
    defaultValues: valuesOf(opened),
    resolver: opened ? RESOLVERS.update : RESOLVERS.create,
  });
  const hasChanges = fields.formState.isDirty || media.hasChanges;
  return {
    /** Another edition once it was saved, or the other person's version was loaded; null for a new model. */
    model,
    isArchived: model?.state === 'archived',
    fields,
    media,
    queue,
    /** Number of waiting and running uploads. */
    uploading,
    /** Whether there are changes that a draft can store. */
    hasChanges,
    isUnsaved: hasChanges || media.hasWrongLikes,
    /** Replaces what was changed by another edition. */
    adopt: (other: ModelView) => {
      setModel(other);
      media.adopt(listsOf(other));
      fields.reset(valuesOf(other));
    },
    /** Makes the sent values the saved state; later changes stay. */
    markSaved: (saved: ModelView, sentLists: MediaLists) => {
      setModel(saved);
      media.setSavedLists(sentLists);
    },
    /** Takes what was changed as changes of an earlier edition: the save finds a later one, which it would otherwise undo. */
    rebase: (edit_revision: number) => setModel((now) => now && { ...now, edit_revision }),
  };
};
