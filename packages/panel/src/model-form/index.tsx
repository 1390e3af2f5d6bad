import { zodResolver } from '@hookform/resolvers/zod';
import { affiliateModelChange, modelChange } from 'contracts/models';
import type { ContentItem, ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldErrors } from 'react-hook-form';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Dialog } from 'ui/dialog';
import { FormSection } from 'ui/form-section';
import { useToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { MediaList } from '../media-list/index.tsx';
import type { ModelsApi } from '../model-list/api.ts';
import { createQueue, useUploadGuard } from '../uploads/index.tsx';
import { CountersSection, EmailSection, LiveSection, ProfileSection, RedirectionSection, SocialSection } from './fields-sections.tsx';
import { PictureField } from './picture-field.tsx';
import { bodyOf, listsOf, MEDIA_FIELDS, valuesOf } from './values.ts';
import type { MediaField, ModelFormValues } from './values.ts';

interface ModelFormProps {
  /** The model to change, as its editor may see it; null for a new one. */
  model: ModelView | null;
  api: ModelsApi;
  onClose: () => void;
  onSaved: (saved: ModelView) => void;
}

const MEDIA_TITLES: Record<MediaField, { title: string; description?: string }> = {
  photo_items: { title: TEXTS.photosTab, description: 'Verrouillées à l’ajout. Un nombre de likes vide n’affiche rien.' },
  video_items: { title: TEXTS.videosTab },
  live_replays: { title: TEXTS.replaysTab },
};

const firstMessage = (errors: FieldErrors<ModelFormValues>): string => Object.values(errors).find((error) => error?.message)?.message ?? '';

/** Every field of a model in one dialog, to create it or to change it (specification, section 2). */
export function ModelForm({ model, api, onClose, onSaved }: ModelFormProps) {
  const show = useToast();
  const formId = useId();
  const [queue] = useState(() => createQueue());
  const uploading = useUploadGuard(queue);
  const [lists, setLists] = useState(() => listsOf(model));
  const [listsTouched, setListsTouched] = useState(false);
  const [asking, setAsking] = useState<'leave' | 'conflict' | null>(null);
  const schema = (api.withRedirection ? modelChange : affiliateModelChange).required({ name: true, slug: true });
  const { register, handleSubmit, setValue, watch, formState } = useForm<ModelFormValues>({
    defaultValues: valuesOf(model),
    // The form sends what was typed; the schema only judges it, as the server will.
    resolver: zodResolver<ModelFormValues, unknown, ModelFormValues>(schema as never, undefined, { raw: true }),
  });
  const { errors, isDirty, dirtyFields, isSubmitting } = formState;
  // A model's files are sent under the slug that the server knows; a new one's under the slug that was typed.
  const slug = model?.slug ?? (schema.shape.slug.safeParse(watch('slug')).success ? watch('slug').trim() : '');

  const save = async (values: ModelFormValues, overwrite: boolean) => {
    const body = bodyOf(values, lists, { withRedirection: api.withRedirection, withLive: Boolean(dirtyFields.is_live) });
    try {
      const saved = model ? await api.update(model.id, body, overwrite ? undefined : model.edit_revision) : await api.create(body);
      show({ tone: 'success', title: model ? TEXTS.modelUpdated : TEXTS.modelCreated, text: saved.name });
      onSaved(saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EDIT_CONFLICT') return setAsking('conflict');
      show({ tone: 'error', title: TEXTS.error, text: messageOf(error, TEXTS.somethingWentWrongShort) });
    }
  };
  const submit = (overwrite = false) =>
    handleSubmit((values) => save(values, overwrite), (invalid) => show({ tone: 'error', title: TEXTS.validationError, text: firstMessage(invalid) }));
  const close = () => (isDirty || listsTouched || uploading > 0 ? setAsking('leave') : onClose());
  const changeList = (field: MediaField) => (change: (items: ContentItem[]) => ContentItem[]) => {
    setListsTouched(true);
    setLists((all) => ({ ...all, [field]: change(all[field]) }));
  };
  const setPicture = (field: 'avatar_image' | 'cover_image' | 'cover_video', path: string | null) => setValue(field, path, { shouldDirty: true });
  const sections = { register, errors };

  return (
    <Dialog
      open
      size="form"
      title={model ? TEXTS.editModel : TEXTS.newModel}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" onClick={close}>{TEXTS.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} busy={isSubmitting}>{model ? TEXTS.update : TEXTS.create}</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit()}>
        <ProfileSection {...sections} />
        <CountersSection {...sections} />
        <LiveSection {...sections} />
        <FormSection title="Images">
          <PictureField kind="avatar" slug={slug} session={api.session} queue={queue} picture={watch('avatar_image')} state="Image carrée" onUploaded={(path) => setPicture('avatar_image', path)} />
          <PictureField
            kind="cover"
            slug={slug}
            session={api.session}
            queue={queue}
            picture={watch('cover_image')}
            state={watch('cover_video') ? 'Vidéo' : 'Image ou vidéo'}
            onUploaded={(path, isVideo) => {
              setPicture('cover_video', isVideo ? path : null);
              if (!isVideo) setPicture('cover_image', path);
            }}
          />
        </FormSection>
        {(Object.keys(MEDIA_FIELDS) as MediaField[]).map((field) => (
          <FormSection key={field} {...MEDIA_TITLES[field]}>
            <MediaList fileType={MEDIA_FIELDS[field]} slug={slug} session={api.session} queue={queue} items={lists[field]} onChange={changeList(field)} />
          </FormSection>
        ))}
        <EmailSection {...sections} />
        {api.withRedirection && <RedirectionSection {...sections} />}
        <SocialSection {...sections} />
      </form>
      <ConfirmDialog open={asking === 'leave'} onClose={() => setAsking(null)} onConfirm={onClose} title="Quitter sans enregistrer ?" what={watch('name') || TEXTS.newModel} confirmLabel="Quitter" cancelLabel="Continuer la saisie">
        {uploading > 0 && `${plural(uploading, 'envoi est en cours et sera annulé', 'envois sont en cours et seront annulés')}. `}
        Vos modifications seront perdues.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'conflict'}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void submit(true)();
        }}
        title="Ce modèle a été modifié entre-temps par une autre personne."
        what={watch('name')}
        confirmLabel="Écraser sa version"
        cancelLabel="Revenir au formulaire"
      >
        Vos saisies sont conservées. Fermez puis rouvrez le formulaire pour charger l’autre version.
      </ConfirmDialog>
    </Dialog>
  );
}
