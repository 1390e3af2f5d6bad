import { zodResolver } from '@hookform/resolvers/zod';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { modelChange, newModel } from 'contracts/models';
import type { ContentItem } from 'contracts/media-items';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { FormSection } from 'ui/form-section';
import { useToast } from 'ui/toast';
import { ApiError, failureText } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { retryableCreation } from '../retryable-creation/index.tsx';
import { MediaList } from '../media-list/index.tsx';
import { findWrongLikes } from '../media-list/likes-field.tsx';
import type { ModelsApi } from '../model-list/api.ts';
import { UnsavedDialog, useSaveKey, useUnsavedGuard } from '../unsaved/index.tsx';
import { createQueue, useUploadGuard } from '../uploads/index.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import styles from './model-form.module.css';
import { PicturesSection } from './pictures-section.tsx';
import { PlainSection, ProfileSection, ScheduleWords } from './profile-section.tsx';
import { SectionNav } from './section-nav.tsx';
import { sectionId, sectionLinks, SECTIONS } from './sections.ts';
import { SocialPreview } from './social-preview.tsx';
import { useStagedCount } from './use-staged-count.ts';
import { bodyOf, listsOf, MEDIA_FIELDS, valuesOf } from './values.ts';
import type { MediaField, ModelFormValues } from './values.ts';

interface ModelFormProps {
  /** The model to change, as its editor may see it; null for a new one. */
  model: ModelView | null;
  api: ModelsApi;
  onClose: () => void;
  /** Closed after it, unless files are still on their way. */
  onSaved: (saved: ModelView) => void;
}

const MEDIA_LISTS = Object.keys(MEDIA_FIELDS) as MediaField[];
const sectionOf = (list: MediaField) => MODEL_FIELDS[list].form.section;
// The form sends what was typed; the schemas only judge it, as the server will. An affiliate's form holds the redirection's defaults and does not send them.
const RESOLVERS = {
  create: zodResolver(newModel, undefined, { raw: true }) as Resolver<ModelFormValues>,
  // An empty slug keeps the present one; the form always has a name.
  update: zodResolver(modelChange.required({ name: true }), undefined, { raw: true }) as Resolver<ModelFormValues>,
};

const firstMessage = (errors: FieldErrors<ModelFormValues>): string =>
  Object.values(errors).find((error) => error?.message)?.message ?? '';

/** Every field of a model in one dialog, to create it or to change it (docs/domain.md#models). */
export function ModelForm({ model: opened, api, onClose, onSaved }: ModelFormProps) {
  const show = useToast();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [queue] = useState(() => createQueue());
  const [create] = useState(() =>
    retryableCreation({
      create: api.create,
      update: ({ id, edit_revision }, body) => api.update(id, body, edit_revision),
    }),
  );
  const uploading = useUploadGuard(queue);
  /** The edition that is being changed; another one once the other person's version was loaded. */
  const [model, setModel] = useState(opened);
  const [lists, setLists] = useState(() => listsOf(opened));
  const [savedLists, setSavedLists] = useState(lists);
  const [openPrompt, setOpenPrompt] = useState<'leave' | 'conflict' | null>(null);
  const [loading, setLoading] = useState(false);
  const { register, control, handleSubmit, setValue, getValues, reset, formState } = useForm<ModelFormValues>({
    defaultValues: valuesOf(opened),
    resolver: opened ? RESOLVERS.update : RESOLVERS.create,
  });
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  const isUnsaved = isDirty || lists !== savedLists;
  useUnsavedGuard(isUnsaved || uploading > 0, () => setOpenPrompt('leave'));
  useSaveKey(form);
  const drawn = useStagedCount(MEDIA_LISTS.length);
  // A model's files are sent under the slug that the server knows; a new one's under the slug that was typed.
  const typedSlug = useWatch({ control, name: 'slug', disabled: Boolean(model) });
  const slug = model?.slug ?? newModel.shape.slug.safeParse(typedSlug).data ?? '';
  const hasFiles =
    uploading > 0 ||
    Boolean(dirtyFields.avatar_image ?? dirtyFields.cover_image ?? dirtyFields.cover_video) ||
    Object.values(lists).some(({ length }) => length > 0);

  const save = async (values: ModelFormValues, overwrite: boolean) => {
    const body = bodyOf(values, lists, {
      withRedirection: api.withRedirection,
      withLive: Boolean(dirtyFields.is_live),
    });
    try {
      const saved = model
        ? await api.update(model.id, body, overwrite ? undefined : model.edit_revision)
        : await create(body);
      show({ tone: 'success', title: model ? TEXTS.modelUpdated : TEXTS.modelCreated, text: saved.name });
      onSaved(saved);
      if (queue.running() === 0) return onClose();
      // What arrives from now on is saved by the next press.
      setModel(saved);
      setSavedLists(lists);
      reset(valuesOf(saved), { keepValues: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') return setOpenPrompt('conflict');
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { refused: TEXTS.somethingWentWrongShort, outage: TEXTS.saveFailed }),
      });
    }
  };
  const showInvalid = (text: string) => show({ tone: 'error', title: TEXTS.validationError, text });
  const submit = async (overwrite: boolean, event?: FormEvent) => {
    const onValid = (values: ModelFormValues) => {
      const wrongLikes = findWrongLikes(form.current);
      if (!wrongLikes) return save(values, overwrite);
      wrongLikes.focus();
      // The form's own bar covers its last lines.
      wrongLikes.scrollIntoView({ block: 'center' });
      showInvalid(`${wrongLikes.ariaLabel} : nombre invalide`);
    };
    await handleSubmit(onValid, (invalid) => showInvalid(firstMessage(invalid)))(event);
  };
  const loadOther = async () => {
    if (!model) return;
    setLoading(true);
    try {
      const other = await api.load(model.slug);
      setModel(other);
      const theirs = listsOf(other);
      setLists(theirs);
      setSavedLists(theirs);
      reset(valuesOf(other));
      setOpenPrompt(null);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.dataLoadFailed }) });
    } finally {
      setLoading(false);
    }
  };
  const close = () => (isUnsaved || uploading > 0 ? setOpenPrompt('leave') : onClose());
  const changeList = (field: MediaField) => (change: (items: ContentItem[]) => ContentItem[]) =>
    setLists((all) => ({ ...all, [field]: change(all[field]) }));
  const sections = { register, errors };
  const upload = { slug, session: api.session, queue };

  return (
    <Dialog
      open
      size="form"
      title={model ? TEXTS.editModel : TEXTS.newModel}
      onClose={close}
      footer={
        <>
          <p className={styles.state} role="status">
            {isUnsaved && 'Modifications non enregistrées'}
          </p>
          <Button variant="ghost" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isSubmitting}>
            {model ? TEXTS.update : TEXTS.create}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={(event) => void submit(false, event)}>
        <SectionNav parts={sectionLinks(errors, api.withRedirection)} />
        <ProfileSection {...sections} setValue={setValue} isNew={!model} isSlugTaken={!model && hasFiles} />
        <PlainSection section="counters" {...sections} />
        <PlainSection section="bio" {...sections} />
        <PlainSection section="live" {...sections} description={<ScheduleWords control={control} />} />
        <PlainSection section="email" {...sections} />
        {api.withRedirection && <PlainSection section="redirection" {...sections} />}
        <PlainSection section="telegram" {...sections} />
        <PlainSection section="social" {...sections}>
          <SocialPreview control={control} />
        </PlainSection>
        <PicturesSection control={control} setValue={setValue} {...upload} />
        {MEDIA_LISTS.map((field, place) => (
          <FormSection key={field} id={sectionId(sectionOf(field))} {...SECTIONS[sectionOf(field)]}>
            <MediaList
              fileType={MEDIA_FIELDS[field]}
              {...upload}
              items={lists[field]}
              isDrawn={place < drawn}
              onChange={changeList(field)}
            />
          </FormSection>
        ))}
      </form>
      <UnsavedDialog
        open={openPrompt === 'leave'}
        what={getValues('name') || TEXTS.newModel}
        also={
          uploading > 0
            ? plural(uploading, 'envoi est en cours et sera annulé', 'envois sont en cours et seront annulés')
            : undefined
        }
        onStay={() => setOpenPrompt(null)}
        onLeave={onClose}
      />
      <ConflictDialog
        open={openPrompt === 'conflict'}
        name={getValues('name')}
        busy={loading}
        onClose={() => setOpenPrompt(null)}
        onLoad={() => void loadOther()}
        onOverwrite={() => {
          setOpenPrompt(null);
          void submit(true);
        }}
      />
    </Dialog>
  );
}
