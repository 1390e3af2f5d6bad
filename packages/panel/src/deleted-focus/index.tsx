import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps the focus in a list whose cards are deleted: the button that held it goes with its card, and the page would begin
 * anew for whoever has no pointer.
 * @param cards the list, another array whenever it was read again
 * @returns `title`, put on the list's heading, which takes the focus; `expect` is told that a card is about to go
 */
export const useDeletedFocus = (
  cards: readonly { id: string }[],
): { title: RefObject<HTMLHeadingElement | null>; expect: (id: string) => void } => {
  const title = useRef<HTMLHeadingElement>(null);
  const going = useRef<string | null>(null);
  useEffect(() => {
    if (going.current === null || cards.some(({ id }) => id === going.current)) return;
    going.current = null;
    if (document.activeElement === document.body) title.current?.focus();
  }, [cards]);
  return { title, expect: (id) => void (going.current = id) };
};
