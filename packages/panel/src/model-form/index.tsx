import { MODEL_FIELDS, MODEL_SECTIONS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useEffect, useId, useRef, useState } from 'react';
import { Dialog } from 'ui/dialog';
import { plural } from 'web-kit/formats';
import type { ModelsApi } from '../models/index.tsx';
import { UnsavedDialog, useSaveKey, useUnsavedGuard } from '../unsaved/index.tsx';
import { ArchivedBar } from './archived-bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftBar } from './draft-bar.tsx';
import { DraftAutosave } from './draft-autosave.tsx';
import { FormFooter } from './form-footer.tsx';
import { MediaSection } from './media-section.tsx';
import styles from './model-form.module.css';
import { PicturesSection } from './pictures-section.tsx';
import { PlainSection, ProfileSection, ScheduleWords } from './profile-section.tsx';
import { SectionNav } from './section-nav.tsx';
import { sectionId, sectionLinks, SECTIONS } from './sections.ts';
import { ShareImage } from './share-image.tsx';
import { SocialPreview } from './social-preview.tsx';
import { useEdition } from './use-edition.ts';
import { useFocusAfterBar } from './use-focus-after-bar.ts';
import { useFoundDraft } from './use-found-draft.ts';
import { usePhotoAsPicture } from './use-photo-as-picture.ts';
import { useSaving } from './use-saving.ts';
import { useStagedCount } from './use-staged-count.ts';
import { useUploadSlug } from './use-upload-slug.ts';
import { MEDIA_FIELDS, valuesOf } from './values.ts';
import type { MediaField } from './values.ts';

interface ModelFormProps {
  /** Model to change, with the data that its editor may see; null for a new one. */
  model: ModelView | null;
  /** Section that the form opens at; null: its top. */
  firstSection?: string | null;
  api: ModelsApi;
  onClose: () => void;
  /** Called when the model was deleted elsewhere; the form stays open. */
  onGone?: () => void;
  /** Called after a save. The form is closed then, unless uploads are running. */
  onSaved: (saved: ModelView) => void;
}

const MEDIA_LISTS = Object.keys(MEDIA_FIELDS) as MediaField[];
const sectionOf = (list: MediaField) => MODEL_FIELDS[list].form.section;

/** Dialog with every field of a model, to create or to change it (docs/domain.md#models). */
export function ModelForm({ model: opened, firstSection = null, api, onClose, onGone, onSaved }: ModelFormProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [openPrompt, setOpenPrompt] = useState<'leave' | 'conflict' | null>(null);
  const edition = useEdition(opened);
  const { model, isArchived, fields, media, queue, uploading, isUnsaved } = edition;
  const { register, control, setValue, getValues, formState } = fields;
  const { errors } = formState;
  const draft = useFoundDraft(api.draftsOf, edition);
  const saving = useSaving({
    form,
    edition,
    api,
    onConflict: () => setOpenPrompt('conflict'),
    onGone: () => onGone?.(),
    onSaved: (saved) => {
      onSaved(saved);
      draft.drop();
    },
    onClose,
  });
  const canLoseInput = isUnsaved || uploading > 0;
  useUnsavedGuard(canLoseInput, () => setOpenPrompt('leave'));
  useSaveKey(form);
  const stagedCount = useStagedCount(MEDIA_LISTS.length);
  useEffect(() => {
    const section = MODEL_SECTIONS.find((known) => known === firstSection);
    // Runs after the dialog has opened, as it then focuses its title.
    if (section) form.current?.querySelector<HTMLElement>(`a[href="#${sectionId(section)}"]`)?.click();
  }, [firstSection]);
  useFocusAfterBar(form, isArchived ? 'archived' : draft.found && 'draft');
  const { slug, isTaken } = useUploadSlug(edition);
  const upload = { slug, session: api.session, queue };
  const makePicture = usePhotoAsPicture(setValue, upload);
  const sections = { register, errors };
  const close = () => (canLoseInput ? setOpenPrompt('leave') : onClose());

  return (
    <Dialog
      open
      size="form"
      title={model ? TEXTS.editModel : TEXTS.newModel}
      onClose={close}
      footer={
        <FormFooter
          formId={formId}
          isNew={!model}
          isArchived={isArchived}
          isUnsaved={isUnsaved}
          pending={saving.pending}
          onCancel={close}
          onSave={(options) => void saving.submit(options)}
        />
      }
    >
      <form
        ref={form}
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => void saving.submit({}, event)}
      >
        <DraftAutosave
          control={control}
          owner={draft.owner}
          saved={{ values: valuesOf(model), lists: media.savedLists, edition: model?.edit_revision ?? 0 }}
          lists={media.lists}
          isUnsaved={edition.hasChanges}
          isPaused={draft.found !== null}
        />
        {model && isArchived && <ArchivedBar model={model} api={api} onRestored={onSaved} onLoaded={edition.adopt} />}
        {draft.found && !isArchived && (
          <DraftBar
            savedAtMs={draft.found.at}
            disabled={saving.pending !== null}
            onRestore={draft.restore}
            onIgnore={draft.ignore}
          />
        )}
        <SectionNav parts={sectionLinks(errors, api.withRedirection)} />
        <fieldset className={styles.fields} disabled={isArchived}>
          <ProfileSection {...sections} setValue={setValue} isNew={!model} isSlugTaken={isTaken} />
          <PlainSection section="counters" {...sections} />
          <PlainSection section="bio" {...sections} />
          <PlainSection section="live" {...sections} description={<ScheduleWords control={control} />} />
          <PlainSection section="email" {...sections} />
          {api.withRedirection && <PlainSection section="redirection" {...sections} />}
          <PlainSection section="telegram" {...sections} />
          <PlainSection section="social" {...sections}>
            <ShareImage setValue={setValue} {...upload} photos={media.lists.photo_items} />
            <SocialPreview control={control} />
          </PlainSection>
          <PicturesSection control={control} setValue={setValue} {...upload} />
          {MEDIA_LISTS.map((field, place) => (
            <MediaSection
              key={field}
              id={sectionId(sectionOf(field))}
              {...SECTIONS[sectionOf(field)]}
              fileType={MEDIA_FIELDS[field]}
              {...upload}
              items={media.lists[field]}
              wrongLikes={media.wrongLikes}
              onWrongLikes={media.setWrongLikes}
              isDrawn={place < stagedCount}
              onChange={(change) => {
                // A dropped file reaches a disabled list too.
                if (!isArchived) media.change(field, change);
              }}
              onPicture={field === 'photo_items' ? (kind, item) => void makePicture(kind, item) : undefined}
            />
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
        onLeave={() => {
          draft.drop();
          onClose();
        }}
      />
      <ConflictDialog
        open={openPrompt === 'conflict'}
        name={getValues('name')}
        onClose={() => setOpenPrompt(null)}
        onLoad={async () => {
          if (!model) return;
          edition.adopt(await api.load(model.slug));
          setOpenPrompt(null);
        }}
        onOverwrite={() => {
          setOpenPrompt(null);
          void saving.overwrite();
        }}
      />
    </Dialog>
  );
}
