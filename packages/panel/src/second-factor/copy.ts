import { useToast } from 'ui/toast';

/** Copies a text and confirms it with a toast. */
export const useCopy = () => {
  const show = useToast();
  return async (text: string, title: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      show({ tone: 'success', title });
    } catch {
      // Denied by the browser (no permission, plain http): the text stands there to be selected.
      show({ tone: 'error', title: 'Copie impossible', text: 'Sélectionnez le texte pour le copier.' });
    }
  };
};
