import { zodResolver } from '@hookform/resolvers/zod';
import { AFFILIATE_FIELD_NAMES, AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import type { AffiliateFieldWhere, AffiliateSection } from 'contracts/affiliate-fields';
import { affiliateChange, newAffiliate } from 'contracts/affiliates';
import type { AffiliateView } from 'contracts/affiliates';
import { slugify } from 'contracts/slugs';
import { TEXTS } from 'contracts/texts';
import { retryableCreation } from 'panel/retryable-creation';
import { PlainFields } from 'panel/plain-fields';
import { adoptSaved, changedValues, UnsavedDialog, useSaveKey, useUnsavedGuard } from 'panel/unsaved';
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
import { ApiError, failureText } from 'web-kit/api';
import { createAffiliate } from './api/create-affiliate.ts';
import { updateAffiliate } from './api/update-affiliate.ts';

interface AffiliateFormProps {
  /** null for a new affiliate. */
  affiliate: AffiliateView | null;
  onClose: () => void;
  /** Called after the save. The form is closed then, unless something was typed meanwhile. */
  onSaved: () => void;
}

type FormField = AffiliateFieldWhere<{ form: object }>;
type Values = { [Name in FormField]: (typeof AFFILIATE_FIELDS)[Name]['kind'] extends 'boolean' ? boolean : string };

const FORM_FIELDS = AFFILIATE_FIELD_NAMES.filter((name): name is FormField => AFFILIATE_FIELDS[name].form !== null);
const fieldsOf = (section: AffiliateSection) =>
  FORM_FIELDS.filter((name) => AFFILIATE_FIELDS[name].form.section === section);
/**
 * Returns the value of an empty field. The password is never shown; the source id of a new affiliate stays empty, as the server
 * sets the default.
 */
const emptyValueOf = (name: FormField) =>
  AFFILIATE_FIELDS[name].kind === 'boolean' ? AFFILIATE_FIELDS[name].default : '';
const valuesOf = (affiliate: AffiliateView | null): Values =>
  Object.fromEntries(
    FORM_FIELDS.map((name) => [name, affiliate && name !== 'custom_password' ? affiliate[name] : emptyValueOf(name)]),
  ) as Values;

/** Form of an affiliate in a dialog; an empty password leaves the present one unchanged. */
export function AffiliateForm({ affiliate: opened, onClose, onSaved }: AffiliateFormProps) {
  const show = useToast();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [affiliate, setAffiliate] = useState(opened);
  // A slug typed by the user is not replaced by a suggestion.
  const [isSlugTyped, setSlugTyped] = useState(false);
  const [isConfirmingExit, setConfirmingExit] = useState(false);
  const [create] = useState(() =>
    retryableCreation({
      create: createAffiliate,
      update: ({ id }, body) => updateAffiliate(id, body),
    }),
  );
  const { register, handleSubmit, setValue, getValues, setError, reset, formState } = useForm<Values>({
    defaultValues: valuesOf(affiliate),
    resolver: zodResolver(affiliate ? affiliateChange : newAffiliate, undefined, { raw: true }) as Resolver<Values>,
  });
  const { errors, isDirty, isSubmitting, dirtyFields } = formState;
  const access = { register, errors };
  useUnsavedGuard(isDirty, () => setConfirmingExit(true));
  useSaveKey(form);
  const close = () => (isDirty ? setConfirmingExit(true) : onClose());

  const proposeSlug = ({ target }: { target: HTMLInputElement }) => {
    if (!affiliate && !isSlugTyped) setValue('slug', slugify(target.value), { shouldDirty: true });
  };

  const save = async (sent: Values) => {
    try {
      const saved = await (affiliate ? updateAffiliate(affiliate.id, changedValues(sent, dirtyFields)) : create(sent));
      show({ tone: 'success', title: affiliate ? TEXTS.affiliateUpdated : TEXTS.affiliateCreated, text: sent.name });
      onSaved();
      if (!adoptSaved({ getValues, setValue, reset }, sent, valuesOf(saved))) return onClose();
      setAffiliate(saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'SLUG_TAKEN')
        setError('slug', { message: error.message }, { shouldFocus: true });
      show({
        tone: 'error',
        title: TEXTS.error,
        text: failureText(error, { rejected: TEXTS.somethingWentWrongShort, outage: TEXTS.saveFailed }),
      });
    }
  };
  const reportInvalid = (faults: typeof errors) => {
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
      title={affiliate ? 'Modifier l’affilié' : 'Nouvel affilié'}
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
      <form ref={form} id={formId} noValidate onSubmit={handleSubmit(save, reportInvalid)}>
        <FormSection title="Accès">
          <Fields columns={2}>
            <Field
              label={AFFILIATE_FIELDS.name.form.label}
              autoComplete="off"
              error={errors.name?.message}
              {...register('name', { onChange: proposeSlug })}
            />
            <Field
              label={AFFILIATE_FIELDS.slug.form.label}
              autoCapitalize="none"
              spellCheck={false}
              autoComplete="off"
              error={errors.slug?.message}
              {...register('slug', {
                onChange: ({ target }: { target: HTMLInputElement }) => setSlugTyped(target.value !== ''),
              })}
            />
            <PasswordField
              label={AFFILIATE_FIELDS.custom_password.form.label}
              across
              autoComplete="new-password"
              placeholder={'*'.repeat(affiliate?.password_length ?? 0)}
              hint={affiliate ? 'Laissé vide, il reste le même.' : undefined}
              error={errors.custom_password?.message}
              {...register('custom_password')}
            />
          </Fields>
          <PlainFields table={AFFILIATE_FIELDS} names={fieldsOf('access')} columns={2} {...access} />
        </FormSection>
        <FormSection title="Redirection">
          <PlainFields table={AFFILIATE_FIELDS} names={fieldsOf('redirection')} columns={2} {...access} />
        </FormSection>
        <FormSection title="E-mails et Telegram">
          <PlainFields table={AFFILIATE_FIELDS} names={fieldsOf('contact')} columns={2} {...access} />
        </FormSection>
      </form>
      <UnsavedDialog
        open={isConfirmingExit}
        what={affiliate?.name ?? 'Nouvel affilié'}
        onStay={() => setConfirmingExit(false)}
        onLeave={onClose}
      />
    </Dialog>
  );
}
