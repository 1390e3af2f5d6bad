import type { RegistrationForm } from 'contracts/subscribers';
import { liveAnnouncement, TEXTS } from 'contracts/texts';
import { useRef, useState } from 'react';
import { Benefits } from 'ui/benefits';
import { Dialog } from 'ui/dialog';
import { useToast } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useNavigate } from 'web-kit/router';
import { HERO } from '../../pictures/hero.ts';
import { useModel, useModels, avatarOf, coverOf } from '../models/index.ts';
import { useRegister } from './api/register.ts';
import { hasCode, passwordRejection, useErrorToast } from './auth-form.tsx';
import { ModelChoice } from './model-choice.tsx';
import { RegisterForm } from './register-form.tsx';
import type { RejectField } from './register-form.tsx';

const COVER_SIZES = '(min-width: 48rem) 30rem, 100vw';

const benefitsOf = (name?: string) => [
  'Accès complet au contenu',
  name ? `Message direct avec ${name}` : 'Message direct',
  'Résiliable à tout moment',
];

interface RegisterDialogProps {
  modelSlug?: string | undefined;
  email?: string | undefined;
}

/** Registration with a model: that of the page, otherwise one that the visitor chooses first. */
export function RegisterDialog({ modelSlug, email }: RegisterDialogProps) {
  return modelSlug ? <WithModel modelSlug={modelSlug} email={email} /> : <WithChoice email={email} />;
}

/** Submits the form; a rejection is shown at its field and in a toast. */
const useRegistration = () => {
  const registering = useRegister();
  const navigate = useNavigate();
  const { showError } = useErrorToast(TEXTS.registerFailed);
  const welcome = () => {
    authModal.close();
    void navigate(paths.welcome());
  };
  const submit = (modelSlug: string, form: RegistrationForm, reject: RejectField) => {
    const onError = (error: unknown) => {
      showError(error);
      const rejection = passwordRejection(error);
      if (rejection) reject('password', rejection);
      if (hasCode(error, 'EMAIL_TAKEN')) reject('email', error.message);
    };
    registering.mutate({ form, modelSlug }, { onSuccess: welcome, onError });
  };
  return { submit, isBusy: registering.isPending };
};

function WithModel({ modelSlug, email }: { modelSlug: string; email: string | undefined }) {
  const { data: model } = useModel(modelSlug);
  const { submit, isBusy } = useRegistration();
  if (model === null) return <WithChoice email={email} />;
  return (
    <Dialog
      open
      size="register"
      onClose={authModal.close}
      title={model?.name ?? 'Inscription'}
      handle={`@${modelSlug}`}
      cover={model && coverOf(model, COVER_SIZES)}
      avatar={model && avatarOf(model, 64)}
    >
      <Benefits items={benefitsOf(model?.name)} />
      <RegisterForm email={email} isBusy={isBusy} onSubmit={(form, reject) => submit(modelSlug, form, reject)} />
    </Dialog>
  );
}

/**
 * Registration that begins with the choice of a model; submitting without one shows the specified error and preserves the typed
 * values.
 */
function WithChoice({ email }: { email: string | undefined }) {
  const { data: models } = useModels();
  const [slug, setSlug] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const choiceRef = useRef<HTMLDivElement>(null);
  const { submit, isBusy } = useRegistration();
  const toast = useToast();
  const chosenModel = models?.find((model) => model.slug === slug);
  const requireChoice = () => {
    setMissing(true);
    toast({ title: TEXTS.registrationErrorTitle, text: TEXTS.registerFromModelPage, tone: 'error' });
    choiceRef.current?.querySelector<HTMLElement>('input, button')?.focus();
  };
  return (
    <Dialog
      open
      size="register"
      low
      onClose={authModal.close}
      title={chosenModel?.name ?? 'Inscription'}
      handle={
        chosenModel &&
        `@${chosenModel.slug}, ${chosenModel.is_live ? 'en live' : liveAnnouncement(chosenModel.live_schedule_start).toLowerCase()}`
      }
      cover={chosenModel ? coverOf(chosenModel, COVER_SIZES) : HERO}
    >
      <div ref={choiceRef}>
        <ModelChoice
          value={slug}
          onChange={setSlug}
          error={isMissing && !chosenModel ? TEXTS.registerFromModelPage : undefined}
        />
      </div>
      <RegisterForm
        email={email}
        isBusy={isBusy}
        after={<Benefits items={benefitsOf(chosenModel?.name)} />}
        onModelMissing={chosenModel ? undefined : requireChoice}
        onSubmit={(form, reject) => chosenModel && submit(chosenModel.slug, form, reject)}
      />
    </Dialog>
  );
}
