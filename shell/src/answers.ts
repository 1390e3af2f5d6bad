import { useEffect } from 'react';

/** Says of an element, once what is inside has been taken over, that it answers from now on: see `first-script.ts`. */
export const useAnswers = (selector: string): void =>
  useEffect(() => {
    document.querySelector(selector)?.dispatchEvent(new Event('answers', { bubbles: true }));
  }, [selector]);
