import { paymentRedirect } from 'contracts/operations/billing';
import { useEffect } from 'react';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useLocation, useNavigate } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { redirectTo } from './redirect-to.ts';

/** A payment link opened without a session redirects to /?connexion=paiement&affiliate=... (docs/domain.md#payment-link). */
const paymentToOpen = (search: string): string | null => {
  const query = new URLSearchParams(search);
  return query.get('connexion') === 'paiement' ? paymentRedirect(query.get('affiliate') || 'default') : null;
};

/** A session of this browser may only have lost its short cookie: renewing brings it back. */
const restoreToken = async (): Promise<string | null> => {
  await subscriberSession.restore();
  const held = subscriberSession.token();
  return held ? subscriberSession.renew(held).catch(() => null) : null;
};

/** On the home page: continues an interrupted payment, after a login where one is needed. */
export const useResumePayment = (): void => {
  const { search } = useLocation();
  useEffect(() => {
    const payment = paymentToOpen(search);
    if (!payment) return;
    let isCurrent = true;
    void restoreToken().then((token) => {
      if (!isCurrent) return;
      if (token) redirectTo(payment);
      else authModal.open('login');
    });
    return () => {
      isCurrent = false;
    };
  }, [search]);
};

/** Whether a login was opened because a payment needs one. */
export const useIsLoginForPayment = (): boolean => paymentToOpen(useLocation().search) !== null;

/** Where a login leads: to the interrupted payment, otherwise to the payment status. */
export const useAfterLogin = (): (() => void) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  return () => {
    const payment = paymentToOpen(search);
    authModal.close();
    if (payment) redirectTo(payment);
    else void navigate(paths.paymentStatus());
  };
};
