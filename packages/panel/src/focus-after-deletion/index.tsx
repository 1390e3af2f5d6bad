import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Moves the focus to the list's heading when a card is deleted: the focused button disappears with the card, and keyboard users
 * would start again at the top of the page.
 * @param cards the list, a new array after each fetch
 * @returns `title`: ref for the list's heading; `expect`: announces the card that will be removed
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
