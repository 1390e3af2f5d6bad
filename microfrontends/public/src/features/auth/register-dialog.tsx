import type { RegistrationForm } from 'contracts/subscribers';
import { TEXTS } from 'contracts/texts';
import { Benefits } from 'ui/benefits';
import { Dialog } from 'ui/dialog';
import { useToast } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useNavigate } from 'web-kit/router';
import { useModel } from '../models/api/get-model.ts';
import { avatarOf, coverOf } from '../models/model-pictures.ts';
import { MODELS_ANCHOR } from '../models/model-wall-section.tsx';
import { useRegister } from './api/register.ts';
import { passwordRejection } from './password-rejection.ts';
import { RegisterForm } from './register-form.tsx';
import { useErrorToast } from './use-error-toast.ts';

const benefitsOf = (name?: string) => [
  'Accès complet au contenu',
  name ? `Message direct avec ${name}` : 'Message direct',
  'Résiliable à tout moment',
];

/** Registration from the page of a model, whose slug is sent along. */
export function RegisterDialog({ modelSlug }: { modelSlug?: string }) {
  return modelSlug ? <WithModel modelSlug={modelSlug} /> : <WithoutModel />;
}

function WithModel({ modelSlug }: { modelSlug: string }) {
  const { data: model } = useModel(modelSlug);
  const registering = useRegister(modelSlug);
  const navigate = useNavigate();
  const showError = useErrorToast(TEXTS.registerFailed);
  const welcome = () => {
    authModal.close();
    void navigate(paths.welcome());
  };
  const submit = (form: RegistrationForm, rejectPassword: (message: string) => void) => {
    const onError = (error: unknown) => {
      showError(error);
      const rejection = passwordRejection(error);
      if (rejection) rejectPassword(rejection);
    };
    registering.mutate(form, { onSuccess: welcome, onError });
  };
  if (model === null) return <WithoutModel />;
  return (
    <Dialog
      open
      size="register"
      onClose={authModal.close}
      title={model?.name ?? 'Inscription'}
      handle={`@${modelSlug}`}
      cover={model && coverOf(model, '(min-width: 48rem) 27rem, 100vw')}
      avatar={model && avatarOf(model, 64)}
    >
      <Benefits items={benefitsOf(model?.name)} />
      <RegisterForm isBusy={registering.isPending} onSubmit={submit} />
    </Dialog>
  );
}

/** Opened without a model: submitting shows the specified error and leads to the models. */
function WithoutModel() {
  const toast = useToast();
  const navigate = useNavigate();
  const chooseModel = () => {
    toast({ title: TEXTS.registrationErrorTitle, text: TEXTS.registerFromModelPage, tone: 'error' });
    authModal.close();
    void navigate({ pathname: paths.home(), hash: MODELS_ANCHOR });
  };
  return (
    <Dialog open onClose={authModal.close} title="Inscription">
      <Benefits items={benefitsOf()} />
      <RegisterForm onImpossible={chooseModel} />
    </Dialog>
  );
}
