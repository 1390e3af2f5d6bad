import { paymentRedirect } from 'contracts/payment-redirect';
import { STOP_REMINDER_PARAMETER } from 'contracts/operations/reminders';
import { FORGOT_PASSWORD_QUERY } from 'contracts/pages';
import { TEXTS } from 'contracts/texts';
import { useEffect } from 'react';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useLocation, useNavigate } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { redirectTo } from './redirect-to.ts';
import { requestedPage } from './requested-page.ts';

/** Opens "Mot de passe oublié" on the home page for the link in a mail. */
export const useForgotLink = (): void => {
  const { search } = useLocation();
  useEffect(() => {
    if (search.slice(1).split('&').includes(FORGOT_PASSWORD_QUERY)) authModal.open('forgot');
  }, [search]);
};

/** Withdraws the consent to reminders on the home page for the link in a mail, which needs no login. */
export const useReminderStop = (): void => {
  const { search } = useLocation();
  const navigate = useNavigate();
  const show = useToast();
  const token = new URLSearchParams(search).get(STOP_REMINDER_PARAMETER);
  useEffect(() => {
    if (!token) return;
    // Removed from the address, so that a reload does not repeat it.
    void navigate(paths.home(), { replace: true });
    import('./stop-reminder.ts')
      .then(({ withdrawReminder }) => withdrawReminder(token))
      .then(show, (error: unknown) => show({ tone: 'error', title: TEXTS.error, text: messageOf(error) }));
  }, [navigate, show, token]);
};

/**
 * Returns the payment to continue: a payment link opened without a session redirects to /?connexion=paiement&affiliate=...
 * (docs/domain.md#payment-link).
 */
export const paymentToOpen = (search: string): string | null => {
  const query = new URLSearchParams(search);
  return query.get('connexion') === 'paiement' ? paymentRedirect(query.get('affiliate') || 'default') : null;
};

/** Restores the token: a session may have lost only its short-lived cookie, which a renewal sets again. */
const restoreToken = async (): Promise<string | null> => {
  await subscriberSession.restore();
  const currentToken = subscriberSession.token();
  return currentToken ? subscriberSession.renew(currentToken).catch(() => null) : null;
};

/** Continues an interrupted payment on the home page, after a login where one is needed. */
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

/**
 * Redirects from the home page to the subscriber's page that was requested without a session, after a login where one is needed.
 */
export const useRequestedPage = (): void => {
  const navigate = useNavigate();
  const address = requestedPage(useLocation().state)?.address;
  useEffect(() => {
    if (address === undefined) return;
    let isCurrent = true;
    void subscriberSession.restore().then(() => {
      if (!isCurrent) return;
      if (subscriberSession.state()) void navigate(address, { replace: true });
      else authModal.open('login');
    });
    return () => {
      isCurrent = false;
    };
  }, [address, navigate]);
};
