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
import { useLogin } from './api/login.ts';
import { AuthForm } from './auth-form.tsx';
import { useAfterLogin, useIsLoginForPayment } from './resume-payment.ts';
import { useErrorToast } from './use-error-toast.ts';
import { useValidationToast } from './use-validation-toast.ts';

export function LoginDialog() {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '' },
  });
  const login = useLogin();
  const goOn = useAfterLogin();
  const isForPayment = useIsLoginForPayment();
  const onInvalid = useValidationToast<{ email: string; password: string }>(['email', 'password']);
  const onError = useErrorToast(TEXTS.loginFailed, TEXTS.connectionFailed);
  const submit = handleSubmit((form) => login.mutate(form, { onSuccess: goOn, onError }), onInvalid);
  const { errors } = formState;
  return (
    <Dialog open onClose={authModal.close} title={TEXTS.login}>
      <AuthForm onSubmit={submit}>
        {isForPayment && (
          <p className="soft">Connectez-vous pour continuer vers le paiement : il est rattaché à votre compte.</p>
        )}
        <Fields>
          <Field
            label="Email"
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
          <TextButton onClick={() => authModal.open('forgot')}>{TEXTS.forgotPassword}</TextButton>
        </div>
        <Button type="submit" variant="primary" wide busy={login.isPending} busyLabel={TEXTS.loggingIn}>
          Se connecter
        </Button>
        <p className="small soft center">
          Pas encore de compte ? <TextButton onClick={() => authModal.open('register')}>S'inscrire</TextButton>
        </p>
      </AuthForm>
    </Dialog>
  );
}
