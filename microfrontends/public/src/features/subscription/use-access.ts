import { TEXTS } from 'contracts/texts';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { authModal } from 'web-kit/auth-modal';
import { paths } from 'web-kit/paths';
import { useQueryClient } from 'web-kit/query';
import { useNavigate } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { subscriptionQuery, useSubscription } from './api/get-subscription.ts';

/** The viewer's access. A subscriber's access is unknown until the response arrives, and counts as unpaid if it fails. */
export type Access = { kind: 'visitor' | 'unknown' | 'registered' } | { kind: 'paid'; telegramLink: string | null };

/** Returns the viewer's access; on the server and during hydration that of a visitor. */
export const useAccess = (): Access => {
  const subscriber = useSession(subscriberSession);
  const { data, isPending } = useSubscription();
  if (!subscriber) return { kind: 'visitor' };
  if (isPending) return { kind: 'unknown' };
  return data?.hasPaid ? { kind: 'paid', telegramLink: data.telegramLink } : { kind: 'registered' };
};

/**
 * Returns the handler of a click on content (docs/domain.md#click-on-content): a visitor registers, a subscriber who has not paid
 * goes to the payment, a paying subscriber continues. The browser only chooses the screen; the server decides what it delivers.
 * @param options `staleTime: 0` where a response from seconds ago is not enough
 */
export const useAccessGuard = (modelSlug: string) => {
  const subscriber = useSession(subscriberSession);
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  return async (enter: () => void, options?: { staleTime: number }): Promise<void> => {
    if (!subscriber) return authModal.open('register', { modelSlug });
    try {
      const { hasPaid } = await client.fetchQuery({
        ...subscriptionQuery(subscriber.user.email),
        ...options,
      });
      if (hasPaid) enter();
      else await navigate(paths.paymentStatus());
    } catch (error) {
      toast({ title: TEXTS.error, text: messageOf(error), tone: 'error' });
    }
  };
};
