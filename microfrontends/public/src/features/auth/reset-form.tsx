import { zodResolver } from '@hookform/resolvers/zod';
import { passwordResetForm } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Fields } from 'ui/fields';
import { PasswordField } from 'ui/password-field';
import { useResetPassword } from './api/reset-password.ts';
import { AuthForm, passwordRejection, useErrorToast, useValidationToast } from './auth-form.tsx';
import styles from './auth-form.module.css';

interface ResetFormProps {
  token: string;
  /** E-mail of the account, for the browser's password manager. */
  email?: string;
  onDone: () => void;
}

export function ResetForm({ token, email, onDone }: ResetFormProps) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(passwordResetForm),
    defaultValues: { newPassword: '', confirmation: '' },
  });
  const reset = useResetPassword(token);
  const onInvalid = useValidationToast<{ newPassword: string; confirmation: string }>(['newPassword', 'confirmation']);
  const { showError } = useErrorToast(TEXTS.somethingWentWrong);
  const onError = (error: unknown) => {
    showError(error);
    const message = passwordRejection(error);
    if (message) setError('newPassword', { message }, { shouldFocus: true });
  };
  const submit = handleSubmit(
    ({ newPassword }) => reset.mutate(newPassword, { onSuccess: onDone, onError }),
    onInvalid,
  );
  const { errors } = formState;
  return (
    <div className={styles.alone}>
      <h1 className="title">Nouveau mot de passe</h1>
      <AuthForm onSubmit={submit}>
        <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <Fields>
          <PasswordField
            label="Nouveau mot de passe"
            autoComplete="new-password"
            error={errors.newPassword?.message}
            {...register('newPassword')}
          />
          <PasswordField
            label="Confirmer le mot de passe"
            autoComplete="new-password"
            error={errors.confirmation?.message}
            {...register('confirmation')}
          />
        </Fields>
        <Button type="submit" variant="primary" wide busy={reset.isPending} busyLabel={TEXTS.sending}>
          Changer le mot de passe
        </Button>
      </AuthForm>
    </div>
  );
}
