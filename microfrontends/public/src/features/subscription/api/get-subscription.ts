import { getSubscription } from 'contracts/operations/billing';
import type { Subscription } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';

/** Time that a response stays fresh: a payment, or its refund, shows soon. */
const STALE_TIME_MS = 15_000;
/** Poll intervals while an invite to Telegram is created: the first one, doubled at each poll, and the longest. */
const INVITE_POLL_MS = { first: 1_000, longest: 60_000 };

/** A subscriber's access, cached in memory under its e-mail address. */
export const subscriptionQuery = (email: string) => ({
  queryKey: ['subscription', email] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Subscription> =>
    call(getSubscription, { session: subscriberSession, signal }),
  staleTime: STALE_TIME_MS,
});

interface SubscriptionOptions {
  /** 'always' where a cached response is not enough. */
  refetchOnMount?: boolean | 'always';
  isNeeded?: boolean;
}

/** The subscription of the current session, polled until an invite to Telegram has come; no request for a visitor. */
export const useSubscription = ({ refetchOnMount = true, isNeeded = true }: SubscriptionOptions = {}) => {
  const email = useSession(subscriberSession)?.user.email;
  return useQuery({
    ...subscriptionQuery(email ?? ''),
    enabled: email !== undefined && isNeeded,
    refetchOnMount,
    refetchInterval: ({ state }) =>
      state.data?.isTelegramPending
        ? Math.min(INVITE_POLL_MS.first * 2 ** (state.dataUpdateCount - 1), INVITE_POLL_MS.longest)
        : false,
  });
};
