import { TEXTS } from 'contracts/texts';
import type { ContractReceipt } from 'contracts/contract-requests';
import { useState } from 'react';
import { useMutation, useQueryClient } from 'web-kit/query';
import { useLocation } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useUserRenewal } from '../account/index.ts';
import { useErrorToast } from '../auth/index.ts';
import { useSubscription } from '../subscription/index.ts';

/** The names and address of who is logged in, as the server has them. */
export const useOwnPerson = () => {
  useUserRenewal();
  const user = useSession(subscriberSession)?.user;
  return { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '', email: user?.email ?? '' };
};

/** Values that arrive later, such as those of a restored session, fill only the fields without typed text. */
export const KEEPS_TYPED = { keepDirtyValues: true };

/** End of the paid period of who is logged in, where the address is theirs; null where it is unknown. */
export const useOwnPeriodEnd = (email: string): string | null => {
  const own = useSession(subscriberSession)?.user.email;
  const { data } = useSubscription();
  return own?.toLowerCase() === email.toLowerCase() ? (data?.paidUntil ?? null) : null;
};

/**
 * Sends a request; a failure shows as a toast until the next attempt, and leaves what was typed.
 * @returns also `receipt`, which belongs to its entry of the history: a link to the page begins anew
 */
export const useContractRequest = <Body>(send: (body: Body) => Promise<ContractReceipt>) => {
  const client = useQueryClient();
  const { key } = useLocation();
  const [receiptAt, setReceiptAt] = useState<string | null>(null);
  const { showError, hideError } = useErrorToast(TEXTS.somethingWentWrong, TEXTS.connectionFailed);
  const mutation = useMutation({
    mutationFn: send,
    onMutate: hideError,
    onSuccess: () => {
      setReceiptAt(key);
      // Access may have changed: what the browser knows of it is read again.
      return client.invalidateQueries({ queryKey: ['subscription'] });
    },
    onError: showError,
  });
  return { ...mutation, receipt: receiptAt === key ? mutation.data : undefined };
};
