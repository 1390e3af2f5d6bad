import { getSubscription } from 'contracts/operations/billing';
import type { Subscription } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { queryKeys, useQuery } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';

/** Time for which a response stays fresh; short, so that a payment or refund is shown soon. */
const STALE_TIME_MS = 15_000;
/** Poll intervals while a Telegram invite is created: the first one, doubled at each poll, and the longest. */
const INVITE_POLL_MS = { first: 1_000, longest: 60_000 };

/** Returns the query of a subscriber's access, cached in memory under the e-mail address. */
export const subscriptionQuery = (email: string) => ({
  queryKey: queryKeys.subscription(email),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Subscription> =>
    call(getSubscription, { session: subscriberSession, signal }),
  staleTime: STALE_TIME_MS,
});

interface SubscriptionOptions {
  /** 'always' where a cached response is not enough. */
  refetchOnMount?: boolean | 'always';
  isNeeded?: boolean;
}

/** Queries the subscription of the current session, polled until its Telegram invite exists; sends no request for a visitor. */
export const useSubscription = ({ refetchOnMount = true, isNeeded = true }: SubscriptionOptions = {}) => {
  const email = useSession(subscriberSession)?.user.email;
  return useQuery({
    ...subscriptionQuery(email ?? ''),
    enabled: email !== undefined && isNeeded,
    refetchOnMount,
    // The payment page opens in another tab.
    refetchOnWindowFocus: refetchOnMount,
    refetchInterval: ({ state }) =>
      state.data?.isTelegramPending
        ? Math.min(INVITE_POLL_MS.first * 2 ** (state.dataUpdateCount - 1), INVITE_POLL_MS.longest)
        : false,
  });
};
