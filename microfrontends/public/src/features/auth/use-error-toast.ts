import { TEXTS } from 'contracts/texts';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';

/** Shows why a call failed, in the server's words or the given ones (specification, section 8). */
export const useErrorToast = (fallback: string) => {
  const toast = useToast();
  return (error: unknown): void => toast({ title: TEXTS.error, text: messageOf(error, fallback), tone: 'error' });
};
