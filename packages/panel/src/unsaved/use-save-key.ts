import { useEffect } from 'react';
import type { RefObject } from 'react';

/** Makes Ctrl+S (or Cmd+S) submit the form, unless a confirmation is open above it. */
export const useSaveKey = (form: RefObject<HTMLFormElement | null>): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!document.querySelector('dialog[role=alertdialog][open]')) form.current?.requestSubmit();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [form]);
};
