import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps the focus in a list whose cards are deleted: the button that held it goes with its card, and the page would begin
 * at the top for keyboard users.
 * @param cards the list, another array whenever it was read again
 * @returns `title`, a ref for the list's heading, which takes the focus; `expect` announces the card about to be removed
 */
export const useFocusAfterDeletion = (
  cards: readonly { id: string }[],
): { title: RefObject<HTMLHeadingElement | null>; expect: (id: string) => void } => {
  const title = useRef<HTMLHeadingElement>(null);
  const deletedId = useRef<string | null>(null);
  useEffect(() => {
    if (deletedId.current === null || cards.some(({ id }) => id === deletedId.current)) return;
    deletedId.current = null;
    if (document.activeElement === document.body) title.current?.focus();
  }, [cards]);
  return { title, expect: (id) => void (deletedId.current = id) };
};
