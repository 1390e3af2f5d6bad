import { useEffect } from 'react';

/** Dispatches `interactive` on an element once its content is hydrated, for `first-script.ts`. */
export const useInteractiveMarker = (selector: string): void =>
  useEffect(() => {
    document.querySelector(selector)?.dispatchEvent(new Event('interactive', { bubbles: true }));
  }, [selector]);
