import { zodResolver } from '@hookform/resolvers/zod';
import { OFFER_TEXTS } from 'contracts/offer';
import { registrationForm } from 'contracts/subscribers';
import type { RegistrationForm } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import LogIn from 'lucide-react/icons/log-in';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { Checkbox } from 'ui/checkbox';
import { Field } from 'ui/field';
import { Fields } from 'ui/fields';
import { PasswordField } from 'ui/password-field';
import { PriceBlock } from 'ui/price-block';
import { TextButton } from 'ui/text-link';
import { useToast } from 'ui/toast';
import { TrustLine } from 'ui/trust-line';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { AuthForm, useValidationToast } from './auth-form.tsx';

/** Shows the server's sentence at its field. */
export type RejectField = (field: 'email' | 'password', message: string) => void;

interface RegisterFormProps {
  /** Address typed in the previous modal. */
  email?: string | undefined;
  isBusy?: boolean;
  /** Content below the button; above it, it would push price and button out of a phone's first view. */
  after?: ReactNode;
  /** Called instead of validation while no model is chosen, without which the form cannot be sent. */
  onModelMissing?: (() => void) | undefined;
  /** Called once every field is valid and the age is confirmed. */
  onSubmit: (form: RegistrationForm, reject: RejectField) => void;
}

const NAMES = ['firstName', 'lastName', 'email', 'password'] as const;

export function RegisterForm({ email = '', isBusy, after, onModelMissing, onSubmit }: RegisterFormProps) {
  const { register, handleSubmit, formState, setError, getValues } = useForm({
    resolver: zodResolver(registrationForm),
    defaultValues: { firstName: '', lastName: '', email, password: '' },
  });
  const [isAdult, setAdult] = useState(false);
  const [isAgeMissing, setAgeMissing] = useState(false);
  const toast = useToast();
  const onInvalid = useValidationToast<RegistrationForm>(NAMES);
  const { errors } = formState;
  const ageRef = useRef<HTMLInputElement>(null);
  const logIn = () => authModal.open('login', { email: getValues('email') });

  const submitIfAdult = (form: RegistrationForm) => {
    const reject: RejectField = (field, message) =>
      setError(field, { type: 'rejected', message }, { shouldFocus: true });
    if (isAdult) return onSubmit(form, reject);
    toast({ title: TEXTS.ageTitle, text: TEXTS.ageRequired, tone: 'error' });
    ageRef.current?.focus();
  };
  const submit = (event: FormEvent) => {
    setAgeMissing(!isAdult);
    if (!onModelMissing) return void handleSubmit(submitIfAdult, onInvalid)(event);
    event.preventDefault();
    onModelMissing();
  };
  return (
    <AuthForm onSubmit={submit}>
      <Fields columns={2} always>
        <Field label="Prénom" autoComplete="given-name" error={errors.firstName?.message} {...register('firstName')} />
        <Field label="Nom" autoComplete="family-name" error={errors.lastName?.message} {...register('lastName')} />
        <Field
          across
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          error={errors.email?.message}
          help={
            errors.email?.type === 'rejected' && (
              <Button small wide onClick={logIn}>
                <LogIn />
                Se connecter avec cette adresse
              </Button>
            )
          }
          {...register('email')}
        />
        <PasswordField
          across
          label="Mot de passe"
          autoComplete="new-password"
          hint={errors.password ? undefined : '6 caractères minimum'}
          error={errors.password?.message}
          {...register('password')}
        />
      </Fields>
      <Checkbox
        ref={ageRef}
        label="Je confirme avoir 18 ans ou plus."
        checked={isAdult}
        error={isAgeMissing && !isAdult ? TEXTS.ageRequired : undefined}
        onChange={(event) => setAdult(event.target.checked)}
      />
      <PriceBlock price={OFFER_TEXTS.price} offer={OFFER_TEXTS.both} note={OFFER_TEXTS.terms} />
      <Button type="submit" variant="primary" wide caps busy={isBusy} busyLabel={TEXTS.registering}>
        {OFFER_TEXTS.register}
      </Button>
      <p className="small soft center">
        En continuant, vous acceptez les <NewTabLink href={paths.legal('termsOfUse')}>CGU</NewTabLink> et les{' '}
        <NewTabLink href={paths.legal('termsOfSale')}>CGV</NewTabLink>.
      </p>
      {after}
      <TrustLine payment="Paiement sur une page sécurisée" terms="Résiliable en ligne à tout moment" />
      <p className="small soft center">
        Déjà inscrit&nbsp;? <TextButton onClick={logIn}>Se connecter</TextButton>
      </p>
    </AuthForm>
  );
}

/** Link that opens a new tab, so that the typed values stay. */
function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="visually-hidden"> (nouvel onglet)</span>
    </a>
  );
}
