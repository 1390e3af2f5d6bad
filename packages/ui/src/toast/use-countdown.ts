import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

const STEP_MS = 200;

/**
 * Calls back after a duration, which is paused while the element has the pointer or the focus, and while the window is inactive.
 * Radix' own timer stays paused for good after a click that closes the last toast: it listens for the end of the pause on the list
 * of toasts, and only while that list has one.
 */
export const useCountdown = (element: RefObject<HTMLElement | null>, durationMs: number, onEnd: () => void): void => {
  const latestOnEnd = useRef(onEnd);
  useEffect(() => {
    latestOnEnd.current = onEnd;
  });
  useEffect(() => {
    const watched = element.current;
    if (!watched) return;
    let leftMs = durationMs;
    let isPointed = false;
    let isWindowLeft = false;
    const step = () => {
      if (isPointed || isWindowLeft || watched.contains(document.activeElement)) return;
      leftMs -= STEP_MS;
      if (leftMs > 0) return;
      clearInterval(clock);
      latestOnEnd.current();
    };
    const clock = setInterval(step, STEP_MS);
    const listeners = new AbortController();
    const { signal } = listeners;
    watched.addEventListener('pointerenter', () => (isPointed = true), { signal });
    watched.addEventListener('pointerleave', () => (isPointed = false), { signal });
    window.addEventListener('blur', () => (isWindowLeft = true), { signal });
    window.addEventListener('focus', () => (isWindowLeft = false), { signal });
    return () => {
      clearInterval(clock);
      listeners.abort();
    };
  }, [element, durationMs]);
};
