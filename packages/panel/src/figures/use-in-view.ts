import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether an element has ever been near the visible area, or the page printed. */
export const useInView = <Element extends HTMLElement>() => {
  const element = useRef<Element>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || seen) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    // The browser prints what is rendered when this event returns.
    const print = () => flushSync(() => setSeen(true));
    window.addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
    };
  }, [seen]);
  return { element, seen };
};
