import { timeOfDay } from 'contracts/fields';
import { slugify } from 'contracts/slugs';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Control, FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { FormSection } from 'ui/form-section';
import { TextArea } from 'ui/text-area';
import { Toggle } from 'ui/toggle';
import { PARTS } from './parts.ts';
import { SocialPreview } from './social-preview.tsx';
import type { ModelFormValues } from './values.ts';

interface SectionProps {
  register: UseFormRegister<ModelFormValues>;
  errors: FieldErrors<ModelFormValues>;
}

interface ProfileProps extends SectionProps {
  setValue: UseFormSetValue<ModelFormValues>;
  isNew: boolean;
  /** Files were already sent under the slug: another one would lose them. */
  isSlugTaken: boolean;
}

export function ProfileSection({ register, errors, setValue, isNew, isSlugTaken }: ProfileProps) {
  // A slug that a person has typed is theirs.
  const [isProposing, setProposing] = useState(isNew);
  const name = register('name', {
    onChange: ({ target }: { target: HTMLInputElement }) =>
      isProposing &&
      !isSlugTaken &&
      setValue('slug', slugify(target.value), { shouldDirty: true, shouldValidate: Boolean(errors.slug) }),
  });
  const slug = register('slug', {
    onChange: ({ target }: { target: HTMLInputElement }) => setProposing(isNew && target.value === ''),
  });
  return (
    <FormSection id={PARTS.profile} title="Profil">
      <Fields columns={2}>
        <Field label="Nom" autoComplete="off" error={errors.name?.message} {...name} />
        <Field
          label="Slug"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          readOnly={isSlugTaken}
          error={errors.slug?.message}
          hint={
            isSlugTaken
              ? 'Des fichiers ont été ajoutés sous ce slug : il pourra changer une fois le modèle créé.'
              : 'L’adresse du profil : lettres minuscules, chiffres et tirets.'
          }
          {...slug}
        />
      </Fields>
      <NumberFields fields={PROFILE_NUMBERS} register={register} errors={errors} />
    </FormSection>
  );
}

const PROFILE_NUMBERS = [
  ['age', 'Âge'],
  ['likes_count', 'Likes'],
  ['followers_count', 'Abonnés'],
] as const;
const COUNTERS = [
  ['photos_count', 'Photos'],
  ['videos_count', 'Vidéos'],
  ['lives_count', 'Lives'],
] as const;

function NumberFields({
  fields,
  register,
  errors,
}: SectionProps & { fields: typeof PROFILE_NUMBERS | typeof COUNTERS }) {
  return (
    <Fields columns={3}>
      {fields.map(([name, label]) => (
        <Field key={name} label={label} inputMode="numeric" error={errors[name]?.message} {...register(name)} />
      ))}
    </Fields>
  );
}

export function CountersSection(section: SectionProps) {
  return (
    <FormSection id={PARTS.counters} title="Compteurs" description="Laissés à zéro, les compteurs suivent les médias.">
      <NumberFields fields={COUNTERS} {...section} />
    </FormSection>
  );
}

export function BioSection({ register, errors }: SectionProps) {
  return (
    <FormSection id={PARTS.bio} title="Présentation">
      <TextArea label="Bio" rows={4} error={errors.bio?.message} {...register('bio')} />
    </FormSection>
  );
}

/** The evening in words, once both times can be read. */
function ScheduleWords({ control }: { control: Control<ModelFormValues> }) {
  const [start, end] = useWatch({ control, name: ['live_schedule_start', 'live_schedule_end'] });
  const times = [timeOfDay.safeParse(start), timeOfDay.safeParse(end)] as const;
  if (!times[0].success || !times[1].success) return 'Horaires de Paris.';
  return `En direct de ${times[0].data} à ${times[1].data}, heure de Paris.`;
}

export function LiveSection({ register, errors, control }: SectionProps & { control: Control<ModelFormValues> }) {
  return (
    <FormSection id={PARTS.live} title="Live" description={<ScheduleWords control={control} />}>
      <Fields columns={2}>
        <Field
          label="Début du live"
          type="time"
          error={errors.live_schedule_start?.message}
          {...register('live_schedule_start')}
        />
        <Field
          label="Fin du live"
          type="time"
          error={errors.live_schedule_end?.message}
          {...register('live_schedule_end')}
        />
        <Toggle label="En live maintenant" {...register('is_live')} />
        <Toggle label="Profil vérifié" {...register('is_verified')} />
      </Fields>
    </FormSection>
  );
}

export function EmailSection({ register, errors }: SectionProps) {
  return (
    <FormSection id={PARTS.email} title="Emails">
      <Fields columns={2}>
        <Field
          label="Nom d’expéditeur"
          autoComplete="off"
          error={errors.email_from_name?.message}
          {...register('email_from_name')}
        />
        <Field
          label="Email d’expéditeur"
          type="email"
          autoComplete="off"
          error={errors.email_from_email?.message}
          {...register('email_from_email')}
        />
      </Fields>
    </FormSection>
  );
}

export function TelegramSection({ register, errors }: SectionProps) {
  return (
    <FormSection id={PARTS.telegram} title="Telegram">
      <Field
        label="Lien Telegram"
        type="url"
        placeholder="https://t.me/…"
        error={errors.telegram_link?.message}
        {...register('telegram_link')}
      />
    </FormSection>
  );
}

export function RedirectionSection({ register, errors }: SectionProps) {
  return (
    <FormSection id={PARTS.redirection} title="Redirection">
      <Fields columns={2}>
        <Field
          label="Source ID"
          autoComplete="off"
          error={errors.adexico_source_id?.message}
          {...register('adexico_source_id')}
        />
        <Field
          label="URL de base"
          type="url"
          autoComplete="off"
          error={errors.adexico_base_url?.message}
          {...register('adexico_base_url')}
        />
      </Fields>
    </FormSection>
  );
}

export function SocialSection({ register, errors, control }: SectionProps & { control: Control<ModelFormValues> }) {
  return (
    <FormSection
      id={PARTS.social}
      title="SEO et partage"
      description="Laissés vides : le nom, la bio et la couverture."
    >
      <Fields>
        <Field label="Titre personnalisé" error={errors.custom_title?.message} {...register('custom_title')} />
        <TextArea
          label="Description personnalisée"
          rows={3}
          error={errors.custom_description?.message}
          {...register('custom_description')}
        />
        <Field
          label="Image de partage"
          placeholder="https://…"
          error={errors.social_preview_image?.message}
          {...register('social_preview_image')}
        />
      </Fields>
      <SocialPreview control={control} />
    </FormSection>
  );
}
