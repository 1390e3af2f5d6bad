import { register } from 'contracts/operations/auth';
import type { RegistrationForm } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { hasConsent } from 'web-kit/consent';
import { useMutation } from 'web-kit/query';
import { subscriberSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { trackingParams } from 'web-kit/tracking';

/** Registers from a model's page; then the session is open and the welcome page knows the model. */
export const useRegister = () =>
  useMutation({
    mutationFn: ({ form, modelSlug }: { form: RegistrationForm; modelSlug: string }) =>
      call(register, {
        body: {
          ...form,
          trackingParams: trackingParams(),
          modelSlug,
          ...(hasConsent('advertising') && { adConsent: true }),
        },
      }),
    onSuccess: (response, { modelSlug }) => {
      storage.set(STORAGE_KEYS.selectedModel, modelSlug);
      storage.set(STORAGE_KEYS.showWelcome, 'true');
      subscriberSession.open(response);
    },
  });
