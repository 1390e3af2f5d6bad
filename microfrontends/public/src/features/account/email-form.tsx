import { zodResolver } from '@hookform/resolvers/zod';
import { nameMissingPassword } from 'account/missing-password';
import { emailChange } from 'contracts/subscribers';
import type { EmailChange, User } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { PasswordField } from 'ui/password-field';
import { useOwnToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { useUnsavedInput } from 'web-kit/logout-losses';
import { useValidationToast } from '../auth/index.ts';
import styles from './account-forms.module.css';
import { requestEmailChange } from './api/request-email-change.ts';

const EMPTY: EmailChange = { newEmail: '', currentPassword: '' };
const FIELD_OF: Readonly<Partial<Record<string, keyof EmailChange>>> = {
  WRONG_PASSWORD: 'currentPassword',
  EMAIL_UNCHANGED: 'newEmail',
};

/** Requests a change of address, which takes effect by the link sent to the new address. */
export function EmailForm({ user }: { user: User }) {
  const { show, hide } = useOwnToast();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: nameMissingPassword(zodResolver(emailChange)),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting, isDirty } = formState;
  const onInvalid = useValidationToast<EmailChange>(['newEmail', 'currentPassword']);
  useUnsavedInput(isDirty);

  const send = async (change: EmailChange) => {
    hide();
    try {
      await requestEmailChange(change);
    } catch (error) {
      const text = messageOf(error);
      const field = error instanceof ApiError ? FIELD_OF[error.code] : undefined;
      if (field) setError(field, { message: text }, { shouldFocus: true });
      return show({ tone: 'error', title: TEXTS.error, text });
    }
    reset(EMPTY);
    setSentTo(change.newEmail);
  };
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(send, onInvalid)}>
      <p>
        Adresse actuelle&nbsp;: <b>{user.email}</b>
      </p>
      <Fields columns={2}>
        <Field
          label="Nouvelle adresse e-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="L’ancienne reste valable jusqu’à la confirmation."
          error={errors.newEmail?.message}
          {...register('newEmail')}
        />
        <PasswordField
          label="Votre mot de passe"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      </Fields>
      <Button type="submit" busy={isSubmitting} busyLabel={TEXTS.sending}>
        Envoyer le lien de confirmation
      </Button>
      <p role="status">
        {sentTo &&
          `Un lien est parti à ${sentTo}. Ouvrez-le dans l’heure pour confirmer cette adresse. Rien reçu\u00a0? Vérifiez l’adresse et les indésirables.`}
      </p>
    </form>
  );
}
