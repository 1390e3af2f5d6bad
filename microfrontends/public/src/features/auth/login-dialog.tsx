import { zodResolver } from '@hookform/resolvers/zod';
import { credentials } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { PasswordField } from 'ui/password-field';
import { TextButton } from 'ui/text-link';
import { authModal } from 'web-kit/auth-modal';
import type { AuthModal } from 'web-kit/auth-modal';
import { useLogin } from './api/login.ts';
import { useAfterLogin, useLoginReason } from './after-login.ts';
import { AuthForm, hasCode, useErrorToast, useValidationToast } from './auth-form.tsx';

export function LoginDialog({ email = '' }: { email?: string | undefined }) {
  const { register, handleSubmit, formState, setError, getValues } = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { email, password: '' },
  });
  const login = useLogin();
  const goOn = useAfterLogin();
  const reason = useLoginReason();
  const onInvalid = useValidationToast<{ email: string; password: string }>(['email', 'password']);
  const { showError } = useErrorToast(TEXTS.loginFailed, TEXTS.connectionFailed);
  const onError = (error: unknown) => {
    showError(error);
    if (hasCode(error, 'BAD_CREDENTIALS')) setError('password', { message: error.message }, { shouldFocus: true });
  };
  const switchTo = (kind: AuthModal) => authModal.open(kind, { email: getValues('email') });
  const submit = handleSubmit((form) => login.mutate(form, { onSuccess: () => void goOn(), onError }), onInvalid);
  const { errors } = formState;
  return (
    <Dialog open onClose={authModal.close} title={TEXTS.login}>
      <AuthForm onSubmit={submit}>
        {reason !== undefined && <p className="soft">{reason}</p>}
        <Fields>
          <Field
            label="E-mail"
            type="email"
            inputMode="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label="Mot de passe"
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password')}
          />
        </Fields>
        <div>
          <TextButton onClick={() => switchTo('forgot')}>{TEXTS.forgotPassword}</TextButton>
        </div>
        <Button type="submit" variant="primary" wide busy={login.isPending} busyLabel={TEXTS.loggingIn}>
          Se connecter
        </Button>
        <p className="small soft center">
          Pas encore de compte&nbsp;? <TextButton onClick={() => switchTo('register')}>S’inscrire</TextButton>
        </p>
      </AuthForm>
    </Dialog>
  );
}
