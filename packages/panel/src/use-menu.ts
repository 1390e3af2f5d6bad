import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';

/** Returns the props of a button and of the menu that it opens. */
export const useMenu = <Opener extends HTMLElement = HTMLButtonElement>() => {
  const id = useId();
  const opener: RefObject<Opener | null> = useRef<Opener>(null);
  /** Item that gets the focus first; null: closed. */
  const [start, setStart] = useState<'first' | 'last' | null>(null);
  const close = () => setStart(null);
  return {
    button: {
      ref: opener,
      'aria-haspopup': 'menu',
      'aria-expanded': start !== null,
      'aria-controls': start === null ? undefined : id,
      onClick: () => setStart(start === null ? 'first' : null),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setStart(event.key === 'ArrowDown' ? 'first' : 'last');
      },
    },
    /** Props of the open menu; null: closed. */
    menu: start === null ? null : { id, opener, start, onClose: close },
    close,
    /**
     * Runs the action of an item after the focus has returned to the opener: a dialog that it opens then returns the focus there.
     */
    choose: (act: () => void) => {
      opener.current?.focus({ preventScroll: true });
      close();
      act();
    },
  } as const;
};
