import { zodResolver } from '@hookform/resolvers/zod';
import { OFFER_TEXTS } from 'contracts/offer';
import { registrationForm } from 'contracts/subscribers';
import type { RegistrationForm } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Checkbox } from 'ui/checkbox';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { PasswordField } from 'ui/password-field';
import { TextButton } from 'ui/text-link';
import { useToast } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { AuthForm } from './auth-form.tsx';
import { useValidationToast } from './use-validation-toast.ts';

interface RegisterFormProps {
  isBusy?: boolean;
  /** Called instead of validation where registering is impossible, so that no field has to be filled in first. */
  onImpossible?: () => void;
  /** Called once every field is valid and the age confirmed; `rejectPassword` shows the server's sentence at the field. */
  onSubmit?: (form: RegistrationForm, rejectPassword: (message: string) => void) => void;
}

const NAMES = ['firstName', 'lastName', 'email', 'password'] as const;

export function RegisterForm({ isBusy, onImpossible, onSubmit }: RegisterFormProps) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(registrationForm),
    defaultValues: { firstName: '', lastName: '', email: '', password: '' },
  });
  const [isAdult, setAdult] = useState(false);
  const [isAgeMissing, setAgeMissing] = useState(false);
  const toast = useToast();
  const onInvalid = useValidationToast<RegistrationForm>(NAMES);
  const { errors } = formState;

  const confirmed = (form: RegistrationForm) => {
    setAgeMissing(!isAdult);
    if (isAdult) onSubmit?.(form, (message) => setError('password', { message }));
    else toast({ title: TEXTS.ageTitle, text: TEXTS.ageRequired, tone: 'error' });
  };
  const submit = (event: FormEvent) => {
    if (!onImpossible) return void handleSubmit(confirmed, onInvalid)(event);
    event.preventDefault();
    onImpossible();
  };
  return (
    <AuthForm onSubmit={submit}>
      <Fields columns={2} always>
        <Field label="Prénom" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
        <Field label="Nom" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        <Field
          across
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          across
          label="Mot de passe"
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password')}
        />
      </Fields>
      <Checkbox
        label="Je confirme avoir 18 ans ou plus."
        checked={isAdult}
        error={isAgeMissing && !isAdult ? TEXTS.ageRequired : undefined}
        onChange={(event) => setAdult(event.target.checked)}
      />
      <Button type="submit" variant="primary" wide caps busy={isBusy} busyLabel={TEXTS.registering}>
        {OFFER_TEXTS.register}
      </Button>
      <p className="small soft center">
        Déjà inscrit ? <TextButton onClick={() => authModal.open('login')}>Se connecter</TextButton>
      </p>
    </AuthForm>
  );
}
