import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Cards } from 'ui/dashboard';

/** Larger than the distance at which the list grows, so that newly rendered cards are not removed again. */
const NEAR = '1200px';

/**
 * Cards that are rendered only near the screen, or with the focus: opening a dialog restyles every rendered card, of which there
 * may be hundreds. Their space stays reserved.
 */
export function LazyCards({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  /** Height reserved while the cards are not rendered; null while they are. */
  const [reservedPx, setReservedPx] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const latest = entries.at(-1);
        if (latest?.isIntersecting) setReservedPx(null);
        else if (latest && !element.contains(document.activeElement)) setReservedPx(latest.boundingClientRect.height);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} style={reservedPx === null ? undefined : { height: reservedPx }}>
      {reservedPx === null && <Cards>{children}</Cards>}
    </div>
  );
}
