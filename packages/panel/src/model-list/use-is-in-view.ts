import { useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Height of a phone's button at the bottom with its margin: the section must reach above it. */
const FOOT_PX = 96;

/** Whether the section of a title is visible, above the bottom of the screen. */
export const useIsInView = (title: RefObject<HTMLElement | null>): boolean => {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const section = title.current?.closest('section');
    if (!section) return;
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `0px 0px -${FOOT_PX}px 0px`,
    });
    observer.observe(section);
    return () => observer.disconnect();
  }, [title]);
  return isInView;
};
