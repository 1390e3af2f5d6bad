import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { isModelGone } from '../models/index.tsx';

export type Attempts = ReturnType<typeof useAttempt>;

/**
 * Returns a function that runs a call for one model and shows its failure; `busy` is the id of the running call.
 * @param onGone called when the model was deleted elsewhere
 */
export const useAttempt = (onGone: () => Promise<unknown>) => {
  const show = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const attempt = async (id: string, work: () => Promise<void>, failed: Parameters<typeof failureText>[1]) => {
    setBusy(id);
    try {
      await work();
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, failed) });
      if (isModelGone(error)) await onGone();
    } finally {
      // Another call may have started meanwhile.
      setBusy((now) => (now === id ? null : now));
    }
  };
  return { busy, attempt };
};
