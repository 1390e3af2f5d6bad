import { login, register } from 'contracts/operations/auth';
import type { RegistrationForm } from 'contracts/subscribers';
import { useRef } from 'react';
import { ApiError, call, isOutage } from 'web-kit/api';
import { hasConsent } from 'web-kit/consent';
import { useMutation } from 'web-kit/query';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { trackingParams } from 'web-kit/tracking';
import { openSession } from './open-session.ts';

interface Registration {
  form: RegistrationForm;
  modelSlug: string;
}

const send = ({ form, modelSlug }: Registration) =>
  call(register, {
    body: {
      ...form,
      trackingParams: trackingParams(),
      modelSlug,
      ...(hasConsent('advertising') && { adConsent: true }),
    },
  });

/** Registers from a model's page, opens the session, and stores the model for the welcome page. */
export const useRegister = () => {
  /** Addresses whose registration may have succeeded although no response arrived. */
  const undecided = useRef(new Set<string>());
  const enter = async (registration: Registration) => {
    const { email, password } = registration.form;
    try {
      return await send(registration);
    } catch (error) {
      if (isOutage(error)) undecided.current.add(email);
      const isTaken = error instanceof ApiError && error.code === 'EMAIL_TAKEN';
      if (!isTaken || !undecided.current.has(email)) throw error;
      return await call(login, { body: { email, password } }).catch(() => Promise.reject(error));
    }
  };
  return useMutation({
    mutationFn: (registration: Registration) =>
      openSession(async () => {
        const response = await enter(registration);
        storage.set(STORAGE_KEYS.selectedModel, registration.modelSlug);
        storage.set(STORAGE_KEYS.showWelcome, 'true');
        return response;
      }),
  });
};
