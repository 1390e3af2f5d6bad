import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Focuses the name field when a bar of the form disappears with its clicked button.
 * @param bar the shown bar; null: none
 */
export const useFocusAfterBar = (form: RefObject<HTMLFormElement | null>, bar: string | null): void => {
  const formerBar = useRef(bar);
  useEffect(() => {
    const isGone = formerBar.current !== bar;
    formerBar.current = bar;
    if (isGone && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }, [form, bar]);
};
