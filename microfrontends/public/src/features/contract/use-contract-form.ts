import { TEXTS } from 'contracts/texts';
import type { ContractReceipt } from 'contracts/contract-requests';
import { useState } from 'react';
import { createKeyedSend } from 'web-kit/keyed-send';
import { useMutation, useQueryClient } from 'web-kit/query';
import type { QueryRoot } from 'web-kit/query';
import { useLocation } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useUserRenewal } from '../account/index.ts';
import { useErrorToast } from '../auth/index.ts';
import { useSubscription } from '../subscription/index.ts';

/** Returns the logged-in user's names and address, as the server has them. */
export const useOwnPerson = () => {
  useUserRenewal();
  const user = useSession(subscriberSession)?.user;
  return { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '', email: user?.email ?? '' };
};

/** Form option: values that arrive later, such as those of a restored session, fill only fields without typed text. */
export const PRESERVE_TYPED = { keepDirtyValues: true };

/** Returns the end of the logged-in user's paid period, if `email` is their address; null where it is unknown. */
export const useOwnPeriodEnd = (email: string): string | null => {
  const own = useSession(subscriberSession)?.user.email;
  const { data } = useSubscription();
  return own?.toLowerCase() === email.toLowerCase() ? (data?.paidUntil ?? null) : null;
};

/**
 * Sends a request. A failure is shown as a toast until the next attempt, and the typed values stay.
 * @returns the mutation with `receipt`, which belongs to the current history entry: a new visit of the page starts without it
 */
export const useContractRequest = <Body>(send: (body: Body, idempotencyKey: string) => Promise<ContractReceipt>) => {
  const client = useQueryClient();
  const { key } = useLocation();
  const [keyedSend] = useState(createKeyedSend);
  const [receiptAt, setReceiptAt] = useState<string | null>(null);
  const { showError, hideError } = useErrorToast(TEXTS.somethingWentWrong, TEXTS.connectionFailed);
  const mutation = useMutation({
    mutationFn: (body: Body) => keyedSend(body, (key) => send(body, key)),
    onMutate: hideError,
    onSuccess: () => {
      setReceiptAt(key);
      // Access may have changed: the cached subscription is stale.
      return client.invalidateQueries({ queryKey: ['subscription'] satisfies [QueryRoot] });
    },
    onError: showError,
  });
  return { ...mutation, receipt: receiptAt === key ? mutation.data : undefined };
};
