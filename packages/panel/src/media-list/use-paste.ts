import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, [contenteditable]');

/** Handles files pasted while the focus or the pointer is inside the area. Ignores a paste into a field outside the area. */
export const usePaste = (area: RefObject<HTMLElement | null>, onFiles: (files: File[]) => void): void => {
  const latestOnFiles = useRef(onFiles);
  useEffect(() => {
    latestOnFiles.current = onFiles;
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const target = event.target instanceof Node ? event.target : null;
      const isHere = area.current?.contains(target) || (!isTyping(event.target) && area.current?.matches(':hover'));
      if (files.length === 0 || event.defaultPrevented || !isHere) return;
      event.preventDefault();
      latestOnFiles.current(files);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [area]);
};
