import { zodResolver } from '@hookform/resolvers/zod';
import { passwordChange } from 'contracts/sessions';
import type { PasswordChange } from 'contracts/sessions';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import type { FieldErrors } from 'react-hook-form';
import { Button } from 'ui/button';
import { Fields } from 'ui/fields';
import { PasswordField } from 'ui/password-field';
import { useToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { useUnsavedInput } from 'web-kit/logout-losses';
import { nameMissingPassword } from '../missing-password/index.tsx';
import styles from './password-form.module.css';

interface PasswordFormProps {
  /** Account name for the browser's password manager. */
  username: string;
  change: (passwords: PasswordChange) => Promise<unknown>;
  /** Called after the change, which has logged out the other devices. */
  onChanged: () => void;
}

const EMPTY: PasswordChange = { currentPassword: '', newPassword: '' };

/** Form that sets a new password and requires the present one. */
export function PasswordForm({ username, change, onChanged }: PasswordFormProps) {
  const show = useToast();
  const { register, handleSubmit, formState, setError, reset } = useForm({
    resolver: nameMissingPassword(zodResolver(passwordChange)),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedInput(isDirty);

  const save = async (passwords: PasswordChange) => {
    try {
      await change(passwords);
    } catch (error) {
      const text = messageOf(error);
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'WRONG_PASSWORD') setError('currentPassword', { message: text }, { shouldFocus: true });
      if (code === 'PASSWORD_TOO_COMMON' || code === 'PASSWORD_TOO_PERSONAL')
        setError('newPassword', { message: text }, { shouldFocus: true });
      return show({ tone: 'error', title: TEXTS.error, text });
    }
    reset(EMPTY);
    show({ tone: 'success', title: 'Mot de passe modifié', text: 'Les autres appareils sont déconnectés.' });
    onChanged();
  };
  const showRejection = ({ currentPassword, newPassword }: FieldErrors<PasswordChange>) =>
    show({ tone: 'error', title: TEXTS.validationError, text: currentPassword?.message ?? newPassword?.message });

  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(save, showRejection)}>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Fields columns={2}>
        <PasswordField
          label="Mot de passe actuel"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label="Nouveau mot de passe"
          autoComplete="new-password"
          hint="Les autres appareils seront déconnectés."
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
      </Fields>
      <Button type="submit" busy={isSubmitting} busyLabel={TEXTS.sending}>
        Changer le mot de passe
      </Button>
    </form>
  );
}
