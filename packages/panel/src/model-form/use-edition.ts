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

// With `raw` the form sends the typed values: the schemas only validate them, as the server does. An affiliate's form contains the
// redirection's defaults but does not send them.
const RESOLVERS = {
  create: zodResolver(newModel, undefined, { raw: true }) as Resolver<ModelFormValues>,
  // An empty slug leaves the present one unchanged; the form always has a name.
  update: zodResolver(modelChange.required({ name: true }), undefined, { raw: true }) as Resolver<ModelFormValues>,
};

export type Edition = ReturnType<typeof useEdition>;

/** Returns the state of the form: the edition of the model that it changes, and the changes in fields, media lists and uploads. */
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
    /** Replaced after a save, or when the other version was loaded; null for a new model. */
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
    /** Replaces the edition and discards the changes. */
    adopt: (other: ModelView) => {
      setModel(other);
      media.adopt(listsOf(other));
      fields.reset(valuesOf(other));
    },
    /** Makes the sent values the saved state; later changes stay unsaved. */
    markSaved: (saved: ModelView, sentLists: MediaLists) => {
      setModel(saved);
      media.setSavedLists(sentLists);
    },
    /** Bases the changes on an earlier edition: the save then reports a conflict instead of undoing a later save. */
    rebase: (edit_revision: number) => setModel((now) => now && { ...now, edit_revision }),
  };
};
