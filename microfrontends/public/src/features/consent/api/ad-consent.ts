import { changeAdConsent, readAdConsent } from 'contracts/operations/ad-consent';
import type { AdConsent } from 'contracts/operations/ad-consent';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession as session, useSession } from 'web-kit/session';

export const adConsentKey = (email: string) => ['ad-consent', email] as const;

/** Queries the subscriber's consent to conversions for the ad platform; sends no request for a visitor. */
export const useAdConsent = () => {
  const email = useSession(session)?.user.email ?? '';
  return useQuery<AdConsent>({
    queryKey: adConsentKey(email),
    queryFn: ({ signal }) => call(readAdConsent, { session, signal }),
    enabled: email !== '',
  });
};

export const saveAdConsent = (granted: boolean) => call(changeAdConsent, { body: { granted }, session });
