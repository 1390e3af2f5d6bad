import { zodResolver } from '@hookform/resolvers/zod';
import { assetIdOfPublicPath } from 'contracts/media';
import { MODEL_FIELDS, MODEL_SECTIONS } from 'contracts/model-fields';
import { modelChange, newModel } from 'contracts/models';
import type { ContentItem } from 'contracts/media-items';
import type { ModelState } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useEffect, useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { FormSection } from 'ui/form-section';
import { useToast } from 'ui/toast';
import { ApiError, failureText } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { retryableCreation } from '../retryable-creation/index.tsx';
import { findWrongLikes, MediaList, useWrongLikes } from '../media-list/index.tsx';
import type { ModelsApi } from '../models/index.tsx';
import { adoptSaved, UnsavedDialog, useSaveKey, useUnsavedGuard } from '../unsaved/index.tsx';
import { createQueue, useUploadGuard } from '../uploads/index.tsx';
import { ArchivedBar } from './archived-bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftBar } from './draft-bar.tsx';
import { DraftKeeper } from './draft-keeper.tsx';
import { listsOfDraft, readDraft, removeDraft, valuesOfDraft } from './draft.ts';
import styles from './model-form.module.css';
import { PicturesSection } from './pictures-section.tsx';
import { PlainSection, ProfileSection, ScheduleWords } from './profile-section.tsx';
import { fileOfPhoto, sendPicture } from './send-picture.ts';
import { SectionNav } from './section-nav.tsx';
import { sectionId, sectionLinks, SECTIONS } from './sections.ts';
import { ShareImage } from './share-image.tsx';
import { SocialPreview } from './social-preview.tsx';
import { useStagedCount } from './use-staged-count.ts';
import { bodyOf, FORM_FIELDS, hasSameInput, hasSameItems, listsOf, MEDIA_FIELDS, valuesOf } from './values.ts';
import type { FormField, MediaField, MediaLists, ModelFormValues } from './values.ts';

interface ModelFormProps {
  /** The model to change, as its editor may see it; null for a new one. */
  model: ModelView | null;
  /** The section at which the form begins; null: at its top. */
  firstSection?: string | null;
  api: ModelsApi;
  onClose: () => void;
  /** Closed after it, unless files are still on their way. */
  onSaved: (saved: ModelView) => void;
}

interface SaveOptions {
  /** Saves over another person's edition. */
  overwrite?: boolean;
  /** Creates a draft instead of a published model. */
  asDraft?: boolean;
  /** Leaves the form open. */
  stay?: boolean;
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
export function ModelForm({ model: opened, firstSection = null, api, onClose, onSaved }: ModelFormProps) {
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
  /** Includes changes since the last render: a save reads it after its response. */
  const latestLists = useRef(lists);
  const putLists = (next: MediaLists) => {
    latestLists.current = next;
    setLists(next);
  };
  const { wrongLikes, setWrongLikes, clearWrongLikes } = useWrongLikes();
  const [openPrompt, setOpenPrompt] = useState<'leave' | 'conflict' | null>(null);
  const [loading, setLoading] = useState(false);
  const { register, control, handleSubmit, setValue, getValues, setError, reset, formState } = useForm<ModelFormValues>(
    {
      defaultValues: valuesOf(opened),
      resolver: opened ? RESOLVERS.update : RESOLVERS.create,
    },
  );
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  /** How it is being saved: that button is busy, and keeps the focus; the others wait. */
  const [pressed, setPressed] = useState<SaveOptions>({});
  const stateOf = (isPressed: boolean) => ({ busy: isSubmitting && isPressed, disabled: isSubmitting && !isPressed });
  const hasChanges = isDirty || !hasSameItems(lists, savedLists);
  const isUnsaved =
    hasChanges ||
    Object.values(lists)
      .flat()
      .some(({ filename }) => wrongLikes.has(filename));
  const isArchived = model?.state === 'archived';
  const [restoring, setRestoring] = useState<ModelState | null>(null);
  const draftOwner = { user: api.draftsOf, modelId: model?.id ?? null };
  const [foundDraft, setFoundDraft] = useState(() => readDraft(draftOwner));
  const restoreDraft = () => {
    if (!foundDraft) return;
    for (const [name, value] of Object.entries(valuesOfDraft(foundDraft, getValues())))
      setValue(name as FormField, value, { shouldDirty: true });
    putLists(listsOfDraft(foundDraft, latestLists.current));
    // A later edition of another person is found by the save, which would otherwise undo it.
    setModel((now) => now && { ...now, edit_revision: foundDraft.edition });
    setFoundDraft(null);
  };
  const ignoreDraft = () => {
    removeDraft(draftOwner);
    setFoundDraft(null);
  };
  const dropDraft = () => {
    // A draft that was found stays until it is restored or ignored.
    if (!foundDraft) removeDraft(draftOwner);
  };
  const leave = () => {
    dropDraft();
    onClose();
  };
  useUnsavedGuard(isUnsaved || uploading > 0, () => setOpenPrompt('leave'));
  useSaveKey(form);
  const drawn = useStagedCount(MEDIA_LISTS.length);
  useEffect(() => {
    const section = MODEL_SECTIONS.find((known) => known === firstSection);
    // After the dialog has opened, which gives its title the focus.
    if (section) form.current?.querySelector<HTMLElement>(`a[href="#${sectionId(section)}"]`)?.click();
  }, [firstSection]);
  const bar = isArchived ? 'archived' : foundDraft && 'draft';
  const formerBar = useRef(bar);
  useEffect(() => {
    const isGone = formerBar.current !== bar;
    formerBar.current = bar;
    // The pressed button disappears with its bar.
    if (isGone && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }, [bar]);
  // A model's files are sent under the slug that the server knows; a new one's under the slug that was typed.
  const typedSlug = useWatch({ control, name: 'slug', disabled: Boolean(model) });
  const slug = model?.slug ?? newModel.shape.slug.safeParse(typedSlug).data ?? '';
  const shareImage = useWatch({ control, name: 'social_preview_image' });
  const hasFiles =
    uploading > 0 ||
    // An address elsewhere is no file of this slug.
    Boolean(dirtyFields.social_preview_image && shareImage && assetIdOfPublicPath(shareImage)) ||
    Boolean(dirtyFields.avatar_image ?? dirtyFields.cover_image ?? dirtyFields.cover_video) ||
    Object.values(lists).some(({ length }) => length > 0);

  const showSaved = (title: string, { name, slug: savedSlug, state = 'published' }: ModelView) =>
    show({
      tone: 'success',
      title,
      text: name,
      action:
        state === 'published'
          ? { label: 'Voir', href: paths.model(savedSlug) }
          : { label: 'Prévisualiser', href: api.previewOf(savedSlug) },
    });
  const save = async (values: ModelFormValues, { overwrite = false, asDraft = false, stay = false }: SaveOptions) => {
    const sentLists = latestLists.current;
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
      showSaved(model ? TEXTS.modelUpdated : TEXTS.modelCreated, saved);
      onSaved(saved);
      dropDraft();
      // What was typed and what arrived during the save is saved by the next press.
      const isNewer =
        adoptSaved({ getValues, reset, setValue }, values, valuesOf(saved)) ||
        !hasSameInput(latestLists.current, sentLists) ||
        findWrongLikes(form.current) !== null;
      if (!isNewer && queue.running() === 0 && !stay) return onClose();
      setModel(saved);
      setSavedLists(sentLists);
      // The draft of a new model is not this one's.
      if (!model) setFoundDraft(null);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') return setOpenPrompt('conflict');
      if (error instanceof ApiError && error.code === 'SLUG_TAKEN')
        setError('slug', { message: error.message }, { shouldFocus: true });
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { refused: TEXTS.somethingWentWrongShort, outage: TEXTS.saveFailed }),
      });
    }
  };
  const showInvalid = (text: string) => show({ tone: 'error', title: TEXTS.validationError, text });
  const submit = async (options: SaveOptions, event?: FormEvent) => {
    // The save key reaches a form without its button, and one that is being saved.
    if (isArchived || isSubmitting) {
      event?.preventDefault();
      return;
    }
    setPressed(options);
    const onValid = (values: ModelFormValues) => {
      const wrong = findWrongLikes(form.current);
      if (!wrong) return save(values, options);
      wrong.focus();
      // The form's own bar covers its last lines.
      wrong.scrollIntoView({ block: 'center' });
      showInvalid(`${wrong.dataset.wrongLikes ?? wrong.ariaLabel}\u00a0: nombre invalide`);
    };
    await handleSubmit(onValid, (invalid) => {
      const name = FORM_FIELDS.find((field) => invalid[field]);
      // Before it gets the focus, which leaves a field in sight where it is.
      form.current?.querySelector(`[name="${name}"]`)?.scrollIntoView({ block: 'center' });
      showInvalid(firstMessage(invalid));
    })(event);
  };
  const adopt = (other: ModelView) => {
    setModel(other);
    const theirs = listsOf(other);
    putLists(theirs);
    setSavedLists(theirs);
    clearWrongLikes();
    reset(valuesOf(other));
  };
  const loadOther = async () => {
    if (!model) return;
    setLoading(true);
    try {
      adopt(await api.load(model.slug));
      setOpenPrompt(null);
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.dataLoadFailed }) });
    } finally {
      setLoading(false);
    }
  };
  /** Out of the archives, and as it is now: another person may have changed it since it was opened. */
  const restore = async (state: ModelState) => {
    if (!model) return;
    setRestoring(state);
    try {
      const restored = await api.update(model.id, { state });
      showSaved(TEXTS.modelUpdated, restored);
      onSaved(restored);
      adopt(await api.load(restored.slug));
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.updateFailed }) });
    } finally {
      setRestoring(null);
    }
  };
  const close = () => (isUnsaved || uploading > 0 ? setOpenPrompt('leave') : onClose());
  const changeList = (field: MediaField) => (change: (items: ContentItem[]) => ContentItem[]) => {
    const all = latestLists.current;
    // A file that is dropped reaches a disabled list too.
    if (!isArchived) putLists({ ...all, [field]: change(all[field]) });
  };
  const sections = { register, errors };
  const upload = { slug, session: api.session, queue };
  const makePicture = async (kind: 'avatar' | 'cover', item: ContentItem) => {
    try {
      const file = await fileOfPhoto(item);
      sendPicture({
        ...upload,
        kind,
        file,
        onDone: (path) => {
          if (kind === 'cover') setValue('cover_video', null, { shouldDirty: true });
          setValue(kind === 'cover' ? 'cover_image' : 'avatar_image', path, { shouldDirty: true });
          show({
            tone: 'success',
            title: kind === 'cover' ? 'Couverture changée' : 'Avatar changé',
            text: 'À enregistrer avec le modèle.',
          });
        },
        // The viewer covers the row of the upload.
        onFailed: (text) => show({ tone: 'error', title: TEXTS.error, text }),
      });
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { refused: TEXTS.dataLoadFailed }) });
    }
  };

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
          {!model && (
            <Button {...stateOf(pressed.asDraft === true)} onClick={() => void submit({ asDraft: true })}>
              Enregistrer en brouillon
            </Button>
          )}
          {!isArchived && (
            <>
              <Button {...stateOf(pressed.stay === true)} onClick={() => void submit({ stay: true })}>
                Enregistrer et continuer
              </Button>
              <Button variant="primary" type="submit" form={formId} {...stateOf(!pressed.asDraft && !pressed.stay)}>
                {model ? TEXTS.update : TEXTS.create}
              </Button>
            </>
          )}
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} noValidate onSubmit={(event) => void submit({}, event)}>
        <DraftKeeper
          control={control}
          owner={draftOwner}
          saved={{ values: valuesOf(model), lists: savedLists, edition: model?.edit_revision ?? 0 }}
          lists={lists}
          isUnsaved={hasChanges}
          isPaused={foundDraft !== null}
        />
        {isArchived && <ArchivedBar restoring={restoring} onRestore={(state) => void restore(state)} />}
        {foundDraft && !isArchived && (
          <DraftBar at={foundDraft.at} disabled={isSubmitting} onRestore={restoreDraft} onIgnore={ignoreDraft} />
        )}
        <SectionNav parts={sectionLinks(errors, api.withRedirection)} />
        <fieldset className={styles.fields} disabled={isArchived}>
          <ProfileSection {...sections} setValue={setValue} isNew={!model} isSlugTaken={!model && hasFiles} />
          <PlainSection section="counters" {...sections} />
          <PlainSection section="bio" {...sections} />
          <PlainSection section="live" {...sections} description={<ScheduleWords control={control} />} />
          <PlainSection section="email" {...sections} />
          {api.withRedirection && <PlainSection section="redirection" {...sections} />}
          <PlainSection section="telegram" {...sections} />
          <PlainSection section="social" {...sections}>
            <ShareImage setValue={setValue} {...upload} photos={lists.photo_items} />
            <SocialPreview control={control} />
          </PlainSection>
          <PicturesSection control={control} setValue={setValue} {...upload} />
          {MEDIA_LISTS.map((field, place) => (
            <FormSection wide key={field} id={sectionId(sectionOf(field))} {...SECTIONS[sectionOf(field)]}>
              <MediaList
                fileType={MEDIA_FIELDS[field]}
                {...upload}
                items={lists[field]}
                wrongLikes={wrongLikes}
                onWrongLikes={setWrongLikes}
                isDrawn={place < drawn}
                onChange={changeList(field)}
                onPicture={field === 'photo_items' ? (kind, item) => void makePicture(kind, item) : undefined}
              />
            </FormSection>
          ))}
        </fieldset>
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
        onLeave={leave}
      />
      <ConflictDialog
        open={openPrompt === 'conflict'}
        name={getValues('name')}
        busy={loading}
        onClose={() => setOpenPrompt(null)}
        onLoad={() => void loadOther()}
        onOverwrite={() => {
          setOpenPrompt(null);
          void submit({ ...pressed, overwrite: true });
        }}
      />
    </Dialog>
  );
}
