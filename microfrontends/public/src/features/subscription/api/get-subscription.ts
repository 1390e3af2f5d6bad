import { getSubscription } from 'contracts/operations/billing';
import type { Subscription } from 'contracts/subscribers';
import { call } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';

/** Time that a response stays fresh: a payment, or its refund, shows soon. */
const STALE_TIME_MS = 15_000;

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

/** The subscription of the current session; no request for a visitor. */
export const useSubscription = ({ refetchOnMount = true, isNeeded = true }: SubscriptionOptions = {}) => {
  const email = useSession(subscriberSession)?.user.email;
  return useQuery({ ...subscriptionQuery(email ?? ''), enabled: email !== undefined && isNeeded, refetchOnMount });
};
