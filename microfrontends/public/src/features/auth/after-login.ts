import { OFFER_TEXTS } from 'contracts/offer';
import { useToast } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useLocation, useNavigate } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { paymentToOpen } from './home-links.ts';
import { redirectTo } from './redirect-to.ts';
import { requestedPage } from './requested-page.ts';

/** Returns the reason why a login was opened, if there is one. */
export const useLoginReason = (): string | undefined => {
  const location = useLocation();
  if (paymentToOpen(location.search))
    return `Connectez-vous pour continuer vers le paiement\u00a0: il est rattaché à votre compte. ${OFFER_TEXTS.both}.`;
  return requestedPage(location.state)?.reason;
};

/** Whether the browser has stored the cookies of the login that has just succeeded; true without a response, as it is unknown then. */
const hasCookies = async (): Promise<boolean> => {
  const currentToken = subscriberSession.token();
  return currentToken === null || (await subscriberSession.renew(currentToken).catch(() => currentToken)) !== null;
};

/** Returns the navigation after a login: to the interrupted payment or the requested page, otherwise to the payment status. */
export const useAfterLogin = (): (() => Promise<void>) => {
  const location = useLocation();
  const navigate = useNavigate();
  const show = useToast();
  return async () => {
    const payment = paymentToOpen(location.search);
    // The payment link is authorised by the cookies alone: without them it would redirect to the login again.
    if (payment && !(await hasCookies()))
      return show({
        tone: 'error',
        title: 'Cookies refusés',
        text: 'Votre navigateur refuse les cookies de ce site. Autorisez-les, puis reconnectez-vous pour payer.',
      });
    authModal.close();
    const requested = requestedPage(location.state);
    if (payment) redirectTo(payment);
    else if (requested) void navigate(requested.address, { replace: true });
    else void navigate(paths.paymentStatus());
  };
};
