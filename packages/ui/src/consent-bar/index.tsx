import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../button/index.tsx';
import styles from './consent-bar.module.css';

export interface ConsentBarProps {
  /** Accessible name. */
  label: string;
  /** Question, with a link to the details. */
  children: ReactNode;
  decline: string;
  accept: string;
  onDecline: () => void;
  onAccept: () => void;
}

/** Custom property with the height that the page reserves at its end. */
const HEIGHT = '--consent-bar';

/**
 * Question above the bottom of the page that does not take the focus. Both buttons look the same, so that declining is as easy as
 * accepting.
 */
export function ConsentBar({ label, children, decline, accept, onDecline, onAccept }: ConsentBarProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const page = document.documentElement;
    const observer = new ResizeObserver(() => page.style.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <section ref={bar} className={styles.bar} aria-label={label}>
      <p className={styles.text}>{children}</p>
      <div className={styles.choices}>
        <Button small wide onClick={onDecline}>
          {decline}
        </Button>
        <Button small wide onClick={onAccept}>
          {accept}
        </Button>
      </div>
    </section>
  );
}
