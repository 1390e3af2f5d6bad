import { useToast } from 'ui/toast';

/** Returns a function that copies a text and confirms it with a toast. */
export const useCopy = () => {
  const show = useToast();
  return async (text: string, title: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      show({ tone: 'success', title });
    } catch {
      // The browser may deny it (no permission, plain http): the text is shown and can be selected.
      show({ tone: 'error', title: 'Copie impossible', text: 'Sélectionnez le texte pour le copier.' });
    }
  };
};
