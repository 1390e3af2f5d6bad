import { TEXTS } from 'contracts/texts';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useQueryClient } from 'web-kit/query';
import { useNavigate } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { subscriptionQuery, useSubscription } from './api/get-subscription.ts';

/** The viewer's access. Until the response arrives a subscriber counts as unpaid. */
export type Access = { kind: 'visitor' } | { kind: 'registered' } | { kind: 'paid'; telegramLink: string | null };

/** Who looks, to draw the page for; a visitor on the server and while hydrating. */
export const useAccess = (): Access => {
  const subscriber = useSession(subscriberSession);
  const { data } = useSubscription();
  if (!subscriber) return { kind: 'visitor' };
  return data?.hasPaid ? { kind: 'paid', telegramLink: data.telegramLink } : { kind: 'registered' };
};

/**
 * Click on content (docs/domain.md#click-on-content): a visitor registers, a subscriber who has not paid goes to the payment,
 * a paying subscriber continues. The browser only chooses the screen; the server decides what is delivered.
 */
export const useAccessGuard = (modelSlug: string) => {
  const subscriber = useSession(subscriberSession);
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return async (enter: () => void): Promise<void> => {
    if (!subscriber) return authModal.open('register', { modelSlug });
    try {
      const { hasPaid } = await client.fetchQuery(subscriptionQuery(subscriber.user.email));
      if (hasPaid) enter();
      else await navigate(paths.paymentStatus());
    } catch (error) {
      toast({ title: TEXTS.error, text: messageOf(error), tone: 'error' });
    }
  };
};
