import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { useQueryClient } from 'web-kit/query';
import { adminKeys } from '../../query-keys.ts';

/**
 * Sends a change, shows its outcome, and invalidates terms, sums and batches, also after a failure: others may have changed them.
 */
export const useChange = () => {
  const show = useToast();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const change = async (call: () => Promise<unknown>, title: string, text: string): Promise<boolean> => {
    setBusy(true);
    try {
      await call();
      show({ tone: 'success', title, text });
      return true;
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.updateFailed }) });
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: adminKeys.payouts });
    }
  };
  return { isBusy, change };
};
