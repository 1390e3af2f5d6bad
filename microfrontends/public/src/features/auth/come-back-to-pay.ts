import { paymentRedirect } from 'contracts/operations/billing';
import { useEffect } from 'react';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useLocation, useNavigate } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { leaveFor } from './leave.ts';

/** A payment link opened by nobody known leads here as /?connexion=paiement&affiliate=... (design, section 3). */
const paymentToOpen = (search: string): string | null => {
  const query = new URLSearchParams(search);
  return query.get('connexion') === 'paiement' ? paymentRedirect(query.get('affiliate') || 'default') : null;
};

/** A session of this browser may only have lost its short cookie: renewing brings it back. */
const bringBack = async (): Promise<string | null> => {
  await subscriberSession.restore();
  const held = subscriberSession.token();
  return held ? subscriberSession.renew(held).catch(() => null) : null;
};

/** On the home page: goes back to the payment that was asked for, after a login where one is needed. */
export const useComeBackToPay = (): void => {
  const { search } = useLocation();
  useEffect(() => {
    const payment = paymentToOpen(search);
    if (!payment) return;
    let isCurrent = true;
    void bringBack().then((token) => {
      if (!isCurrent) return;
      if (token) leaveFor(payment);
      else authModal.open('login');
    });
    return () => {
      isCurrent = false;
    };
  }, [search]);
};

/** Whether a login was opened because a payment needs one. */
export const useIsLoginForPayment = (): boolean => paymentToOpen(useLocation().search) !== null;

/** Where a login leads: back to the payment that asked for it, else to the payment's state (specification, section 4). */
export const useAfterLogin = (): (() => void) => {
  const { search } = useLocation();
  const navigate = useNavigate();
  return () => {
    const payment = paymentToOpen(search);
    authModal.close();
    if (payment) leaveFor(payment);
    else void navigate(paths.paymentStatus());
  };
};
