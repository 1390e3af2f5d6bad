import { zodResolver } from '@hookform/resolvers/zod';
import { forgottenPassword } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { TextButton, TextLink } from 'ui/text-link';
import { useToast } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { useForgotPassword } from './api/forgot-password.ts';
import { AuthForm } from './auth-form.tsx';
import { useErrorToast } from './use-error-toast.ts';
import { useInvalidToast } from './use-invalid-toast.ts';

const backToLogin = () => authModal.open('login');

/** Entering the address, then sent: whether the address is known is never told. */
export function ForgotDialog() {
  const ask = useForgotPassword();
  return (
    <Dialog open onClose={authModal.close} title="Mot de passe oublié" titleLook="heading">
      {ask.data ? (
        <>
          <p role="status">{TEXTS.forgotPasswordSent}</p>
          {ask.data.resetUrl && (
            <div>
              <TextLink href={ask.data.resetUrl} arrow>
                Ouvrir le lien de réinitialisation
              </TextLink>
            </div>
          )}
          <Button variant="primary" wide caps onClick={backToLogin}>
            {TEXTS.backToLogin}
          </Button>
        </>
      ) : (
        <AskForm ask={ask} />
      )}
    </Dialog>
  );
}

function AskForm({ ask }: { ask: ReturnType<typeof useForgotPassword> }) {
  const toast = useToast();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(forgottenPassword),
    defaultValues: { email: '' },
  });
  const onInvalid = useInvalidToast<{ email: string }>(['email']);
  const onError = useErrorToast(TEXTS.requestFailed);
  const submit = handleSubmit(
    (form) =>
      ask.mutate(form, {
        onSuccess: ({ resetUrl }) => resetUrl && toast({ title: TEXTS.developmentMode, text: resetUrl }),
        onError,
      }),
    onInvalid,
  );
  return (
    <AuthForm onSubmit={submit}>
      <p className="soft">Indiquez votre email : vous recevrez un lien pour choisir un nouveau mot de passe.</p>
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="primary" wide busy={ask.isPending} busyLabel={TEXTS.sending}>
        Envoyer le lien
      </Button>
      <p className="small soft center">
        Vous vous en souvenez ? <TextButton onClick={backToLogin}>Se connecter</TextButton>
      </p>
    </AuthForm>
  );
}
