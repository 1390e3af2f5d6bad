import { zodResolver } from '@hookform/resolvers/zod';
import { affiliateChange, newAffiliate } from 'contracts/affiliates';
import type { AffiliateView } from 'contracts/affiliates';
import { slugify } from 'contracts/slugs';
import { TEXTS } from 'contracts/texts';
import { createOnce } from 'panel/create-once';
import { UnsavedDialog, useSaveKey, useUnsavedGuard } from 'panel/unsaved';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Resolver } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { FormSection } from 'ui/form-section';
import { PasswordField } from 'ui/password-field';
import { useToast } from 'ui/toast';
import { Toggle } from 'ui/toggle';
import { failureText } from 'web-kit/api';
import { affiliatesApi } from './affiliates-api.ts';
import type { AffiliateBody } from './affiliates-api.ts';
import { isMadeOf } from './is-made-of.ts';

interface AffiliateFormProps {
  /** null for a new one. */
  affiliate: AffiliateView | null;
  onClose: () => void;
  onSaved: () => void;
}

type Values = Required<Omit<AffiliateBody, 'adexico_source_id' | 'is_active'>> & {
  adexico_source_id: string;
  is_active: boolean;
};

const valuesOf = (affiliate: AffiliateView | null): Values => ({
  name: affiliate?.name ?? '',
  slug: affiliate?.slug ?? '',
  custom_password: '',
  adexico_base_url: affiliate?.adexico_base_url ?? '',
  adexico_source_id: affiliate?.adexico_source_id ?? '',
  email_from_name: affiliate?.email_from_name ?? '',
  email_from_email: affiliate?.email_from_email ?? '',
  telegram_link: affiliate?.telegram_link ?? '',
  is_active: affiliate?.is_active ?? true,
});

/** An affiliate in a dialog (specification, section 2); a password left empty stays as it is. */
export function AffiliateForm({ affiliate, onClose, onSaved }: AffiliateFormProps) {
  const show = useToast();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  // A slug that a person has typed is theirs.
  const [isSlugTyped, setSlugTyped] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [create] = useState(() =>
    createOnce({
      create: affiliatesApi.create,
      find: ({ slug }) => affiliatesApi.find(slug.trim()),
      isMadeOf,
      update: ({ id }, body) => affiliatesApi.update(id, body),
    }),
  );
  const { register, handleSubmit, setValue, formState } = useForm<Values>({
    defaultValues: valuesOf(affiliate),
    resolver: zodResolver(affiliate ? affiliateChange : newAffiliate, undefined, { raw: true }) as Resolver<Values>,
  });
  const { errors, isDirty, isSubmitting, dirtyFields } = formState;
  useUnsavedGuard(isDirty, () => setLeaving(true));
  useSaveKey(form);
  const close = () => (isDirty ? setLeaving(true) : onClose());

  const proposeSlug = ({ target }: { target: HTMLInputElement }) => {
    if (!affiliate && !isSlugTyped) setValue('slug', slugify(target.value), { shouldDirty: true });
  };

  const save = async ({ is_active, ...values }: Values) => {
    // Sent only when it was touched: an affiliate that has paused itself must not be suspended by a change of its name.
    const body = { ...values, ...(dirtyFields.is_active || !affiliate ? { is_active } : {}) };
    try {
      await (affiliate ? affiliatesApi.update(affiliate.id, body) : create(body));
      show({ tone: 'success', title: affiliate ? TEXTS.affiliateUpdated : TEXTS.affiliateCreated, text: values.name });
      onSaved();
    } catch (error) {
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { refused: TEXTS.somethingWentWrongShort, outage: TEXTS.saveFailed }),
      });
    }
  };
  const refused = (faults: typeof errors) => {
    const first = Object.values(faults).find((fault) => fault?.message)?.message;
    show({
      tone: 'error',
      title: first === TEXTS.affiliateFieldsRequired ? TEXTS.error : TEXTS.validationError,
      text: first,
    });
  };

  return (
    <Dialog
      open
      size="form"
      title={affiliate ? "Modifier l'affilié" : 'Nouvel affilié'}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {TEXTS.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} busy={isSubmitting}>
            {affiliate ? TEXTS.update : TEXTS.create}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={handleSubmit(save, refused)}>
        <FormSection title="Accès">
          <Fields columns={2}>
            <Field
              label="Nom"
              autoComplete="off"
              error={errors.name?.message}
              {...register('name', { onChange: proposeSlug })}
            />
            <Field
              label="Slug"
              autoCapitalize="none"
              spellCheck={false}
              autoComplete="off"
              error={errors.slug?.message}
              {...register('slug', {
                onChange: ({ target }: { target: HTMLInputElement }) => setSlugTyped(target.value !== ''),
              })}
            />
            <PasswordField
              label="Mot de passe personnalisé"
              across
              autoComplete="new-password"
              placeholder={'*'.repeat(affiliate?.password_length ?? 0)}
              hint={affiliate ? 'Laissé vide, il reste le même.' : undefined}
              error={errors.custom_password?.message}
              {...register('custom_password')}
            />
            <Toggle label="Affilié actif" {...register('is_active')} />
          </Fields>
        </FormSection>
        <FormSection title="Redirection">
          <Fields columns={2}>
            <Field
              label="URL de base Adexico"
              type="url"
              autoComplete="off"
              error={errors.adexico_base_url?.message}
              {...register('adexico_base_url')}
            />
            <Field
              label="Source ID"
              autoComplete="off"
              error={errors.adexico_source_id?.message}
              {...register('adexico_source_id')}
            />
          </Fields>
        </FormSection>
        <FormSection title="Emails et Telegram">
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
            <Field
              label="Lien Telegram"
              type="url"
              across
              placeholder="https://t.me/…"
              error={errors.telegram_link?.message}
              {...register('telegram_link')}
            />
          </Fields>
        </FormSection>
      </form>
      <UnsavedDialog
        open={isLeaving}
        what={affiliate?.name ?? 'Nouvel affilié'}
        onStay={() => setLeaving(false)}
        onLeave={onClose}
      />
    </Dialog>
  );
}
