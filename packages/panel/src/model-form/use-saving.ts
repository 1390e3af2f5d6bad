import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { useToast } from 'ui/toast';
import { ApiError, failureText } from 'web-kit/api';
import { findWrongLikes } from '../media-list/index.tsx';
import { isModelGone } from '../models/index.tsx';
import type { ModelsApi } from '../models/index.tsx';
import { retryableCreation } from '../retryable-creation/index.tsx';
import { adoptSaved } from '../unsaved/index.tsx';
import { savedToast } from './saved-toast.ts';
import type { Edition } from './use-edition.ts';
import { bodyOf, FORM_FIELDS, hasSameInput, valuesOf } from './values.ts';
import type { ModelFormValues } from './values.ts';

export interface SaveOptions {
  /** Saves over another person's edition. */
  overwrite?: boolean;
  /** Creates a draft instead of a published model. */
  asDraft?: boolean;
  /** Leaves the form open after the save. */
  stay?: boolean;
}

interface Saving {
  form: RefObject<HTMLFormElement | null>;
  edition: Edition;
  api: ModelsApi;
  /** Called when the model was saved elsewhere since it was opened: nothing was stored. */
  onConflict: () => void;
  /** Called when the model was deleted elsewhere: the form stays with its input. */
  onGone: () => void;
  onSaved: (saved: ModelView) => void;
  /** Called when there is nothing left to save. */
  onClose: () => void;
}

const firstMessage = (errors: FieldErrors<ModelFormValues>): string =>
  Object.values(errors).find((error) => error?.message)?.message ?? '';

/** Creates or updates the model with the form's values, once they are valid. */
export const useSaving = ({ form, edition, api, onConflict, onGone, onSaved, onClose }: Saving) => {
  const show = useToast();
  const { model, isArchived, fields, media, queue } = edition;
  const { dirtyFields, isSubmitting } = fields.formState;
  const [create] = useState(() =>
    retryableCreation({
      create: api.create,
      update: ({ id, edit_revision }, body) => api.update(id, body, edit_revision),
    }),
  );
  const [pressed, setPressed] = useState<SaveOptions>({});

  const save = async (values: ModelFormValues, { overwrite = false, asDraft = false, stay = false }: SaveOptions) => {
    const sentLists = media.latest();
    const body = {
      ...bodyOf(values, sentLists, {
        withRedirection: api.withRedirection,
        withLive: Boolean(dirtyFields.is_live),
      }),
      ...(asDraft && { state: 'draft' as const }),
    };
    try {
      const saved = model
        ? await api.update(model.id, body, overwrite ? undefined : model.edit_revision)
        : await create(body);
      show(savedToast(model ? TEXTS.modelUpdated : TEXTS.modelCreated, saved, api));
      onSaved(saved);
      // Values typed and files uploaded during the save remain for the next save.
      const isNewer =
        adoptSaved(fields, values, valuesOf(saved)) ||
        !hasSameInput(media.latest(), sentLists) ||
        findWrongLikes(form.current) !== null;
      if (!isNewer && queue.running() === 0 && !stay) return onClose();
      edition.markSaved(saved, sentLists);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') return onConflict();
      if (error instanceof ApiError && error.code === 'SLUG_TAKEN')
        fields.setError('slug', { message: error.message }, { shouldFocus: true });
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { rejected: TEXTS.somethingWentWrongShort, outage: TEXTS.saveFailed }),
      });
      if (isModelGone(error)) onGone();
    }
  };

  const showInvalid = (text: string) => show({ tone: 'error', title: TEXTS.validationError, text });
  const submit = async (options: SaveOptions, event?: FormEvent) => {
    // The save shortcut also reaches a form without a save button, and one that is being saved.
    if (isArchived || isSubmitting) {
      event?.preventDefault();
      return;
    }
    setPressed(options);
    const onValid = (values: ModelFormValues) => {
      const wrong = findWrongLikes(form.current);
      if (!wrong) return save(values, options);
      wrong.focus();
      // The form's footer covers its last lines.
      wrong.scrollIntoView({ block: 'center' });
      showInvalid(`${wrong.dataset.wrongLikes ?? wrong.ariaLabel}\u00a0: nombre invalide`);
    };
    await fields.handleSubmit(onValid, (invalid) => {
      const name = FORM_FIELDS.find((field) => invalid[field]);
      // Scrolled before it gets the focus, which does not move a field that is visible but covered.
      form.current?.querySelector(`[name="${name}"]`)?.scrollIntoView({ block: 'center' });
      showInvalid(firstMessage(invalid));
    })(event);
  };
  return {
    /** Options of the running save; null: none. */
    pending: isSubmitting ? pressed : null,
    submit,
    /** Retries the last save and overwrites the other edition. */
    overwrite: () => submit({ ...pressed, overwrite: true }),
  };
};
