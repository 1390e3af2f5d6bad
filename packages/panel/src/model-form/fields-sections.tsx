import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { FormSection } from 'ui/form-section';
import { TextArea } from 'ui/text-area';
import { Toggle } from 'ui/toggle';
import type { ModelFormValues } from './values.ts';

interface SectionProps {
  register: UseFormRegister<ModelFormValues>;
  errors: FieldErrors<ModelFormValues>;
}

export function ProfileSection({ register, errors }: SectionProps) {
  return (
    <FormSection title="Profil">
      <Fields columns={2}>
        <Field label="Nom" autoComplete="off" error={errors.name?.message} {...register('name')} />
        <Field label="Slug" autoCapitalize="none" spellCheck={false} autoComplete="off" error={errors.slug?.message} hint="L’adresse du profil : lettres minuscules, chiffres et tirets." {...register('slug')} />
        <TextArea label="Bio" across rows={4} error={errors.bio?.message} {...register('bio')} />
      </Fields>
    </FormSection>
  );
}

const COUNTERS = [['age', 'Âge'], ['likes_count', 'Likes'], ['followers_count', 'Abonnés'], ['photos_count', 'Photos'], ['videos_count', 'Vidéos'], ['lives_count', 'Lives']] as const;

export function CountersSection({ register, errors }: SectionProps) {
  return (
    <FormSection title="Compteurs" description="Laissés à zéro, les compteurs suivent les médias.">
      <Fields columns={3}>
        {COUNTERS.map(([name, label]) => <Field key={name} label={label} inputMode="numeric" error={errors[name]?.message} {...register(name)} />)}
      </Fields>
    </FormSection>
  );
}

export function LiveSection({ register, errors }: SectionProps) {
  return (
    <FormSection title="Live" description="Horaires de Paris.">
      <Fields columns={2}>
        <Field label="Début du live" inputMode="numeric" placeholder="21:00" error={errors.live_schedule_start?.message} {...register('live_schedule_start')} />
        <Field label="Fin du live" inputMode="numeric" placeholder="01:00" error={errors.live_schedule_end?.message} {...register('live_schedule_end')} />
        <Toggle label="En live maintenant" {...register('is_live')} />
        <Toggle label="Profil vérifié" {...register('is_verified')} />
      </Fields>
    </FormSection>
  );
}

export function EmailSection({ register, errors }: SectionProps) {
  return (
    <FormSection title="Emails et Telegram">
      <Fields columns={2}>
        <Field label="Nom d’expéditeur" autoComplete="off" error={errors.email_from_name?.message} {...register('email_from_name')} />
        <Field label="Email d’expéditeur" type="email" autoComplete="off" error={errors.email_from_email?.message} {...register('email_from_email')} />
        <Field label="Lien Telegram" type="url" across placeholder="https://t.me/…" error={errors.telegram_link?.message} {...register('telegram_link')} />
      </Fields>
    </FormSection>
  );
}

export function RedirectionSection({ register, errors }: SectionProps) {
  return (
    <FormSection title="Redirection">
      <Fields columns={2}>
        <Field label="Source ID" autoComplete="off" error={errors.adexico_source_id?.message} {...register('adexico_source_id')} />
        <Field label="URL de base" type="url" autoComplete="off" error={errors.adexico_base_url?.message} {...register('adexico_base_url')} />
      </Fields>
    </FormSection>
  );
}

export function SocialSection({ register, errors }: SectionProps) {
  return (
    <FormSection title="SEO et partage" description="Laissés vides : le nom, la bio et la couverture.">
      <Fields>
        <Field label="Titre personnalisé" error={errors.custom_title?.message} {...register('custom_title')} />
        <TextArea label="Description personnalisée" rows={3} error={errors.custom_description?.message} {...register('custom_description')} />
        <Field label="Image de partage" placeholder="https://…" error={errors.social_preview_image?.message} {...register('social_preview_image')} />
      </Fields>
    </FormSection>
  );
}
