import { TEXTS } from 'contracts/texts';
import { useToast } from 'ui/toast';
import { ApiError, isOutage, messageOf } from 'web-kit/api';

const isWithoutSentence = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'NETWORK' || error.code === 'UNREADABLE';

/**
 * Shows why a call failed: the server's sentence, otherwise a specified one (docs/domain.md#errors).
 * @param rejected for a response without a sentence
 * @param outage for a missing response, or a 5xx without a sentence
 */
export const useErrorToast = (rejected: string, outage?: string) => {
  const toast = useToast();
  return (error: unknown): void => {
    const text =
      outage !== undefined && isOutage(error) && isWithoutSentence(error) ? outage : messageOf(error, rejected);
    toast({ title: TEXTS.error, text, tone: 'error' });
  };
};
