import { zodResolver } from '@hookform/resolvers/zod';
import { forgottenPassword } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { Outcome } from 'ui/outcome';
import { TextButton, TextLink } from 'ui/text-link';
import { useToast } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { useForgotPassword } from './api/forgot-password.ts';
import { AuthForm, useErrorToast, useValidationToast } from './auth-form.tsx';

const backToLogin = () => authModal.open('login');

/** Address form, then a confirmation that does not reveal whether the address has an account. */
export function ForgotDialog({ email = '' }: { email?: string | undefined }) {
  const resetRequest = useForgotPassword();
  return (
    <Dialog open onClose={authModal.close} title="Mot de passe oublié" titleStyle="heading">
      {resetRequest.data ? (
        <>
          <Outcome role="status">
            <p>{TEXTS.forgotPasswordSent}</p>
          </Outcome>
          {resetRequest.data.resetUrl && (
            <div>
              <TextLink href={resetRequest.data.resetUrl} arrow>
                Ouvrir le lien de réinitialisation
              </TextLink>
            </div>
          )}
          <Button variant="primary" wide caps onClick={backToLogin}>
            {TEXTS.backToLogin}
          </Button>
        </>
      ) : (
        <ResetRequestForm resetRequest={resetRequest} email={email} />
      )}
    </Dialog>
  );
}

function ResetRequestForm({
  resetRequest,
  email,
}: {
  resetRequest: ReturnType<typeof useForgotPassword>;
  email: string;
}) {
  const toast = useToast();
  const { register, handleSubmit, formState, getValues } = useForm({
    resolver: zodResolver(forgottenPassword),
    defaultValues: { email },
  });
  const onInvalid = useValidationToast<{ email: string }>(['email']);
  const { showError } = useErrorToast(TEXTS.requestFailed);
  const submit = handleSubmit(
    (form) =>
      resetRequest.mutate(form, {
        onSuccess: ({ resetUrl }) => resetUrl && toast({ title: TEXTS.developmentMode, text: resetUrl }),
        onError: showError,
      }),
    onInvalid,
  );
  return (
    <AuthForm onSubmit={submit}>
      <p className="soft">Indiquez votre e-mail&nbsp;: vous recevrez un lien pour choisir un nouveau mot de passe.</p>
      <Field
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <Button type="submit" variant="primary" wide busy={resetRequest.isPending} busyLabel={TEXTS.sending}>
        Envoyer le lien
      </Button>
      <p className="small soft center">
        Vous vous en souvenez&nbsp;?{' '}
        <TextButton onClick={() => authModal.open('login', { email: getValues('email') })}>Se connecter</TextButton>
      </p>
    </AuthForm>
  );
}
