import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, [contenteditable]');

/**
 * Files pasted while the focus or the pointer is in this part of the page. Where somebody types beside it, a paste is theirs.
 */
export const usePaste = (area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void => {
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const target = event.target instanceof Node ? event.target : null;
      const isHere = area.current?.contains(target) || (!isTyping(event.target) && area.current?.matches(':hover'));
      if (files.length === 0 || event.defaultPrevented || !isHere) return;
      event.preventDefault();
      take.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [area]);
};
