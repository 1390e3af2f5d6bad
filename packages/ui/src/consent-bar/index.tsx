import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../button/index.tsx';
import styles from './consent-bar.module.css';

export interface ConsentBarProps {
  /** Accessible name. */
  label: string;
  /** The question, with a link to the details. */
  children: ReactNode;
  refuse: string;
  accept: string;
  onRefuse: () => void;
  onAccept: () => void;
}

/** The room that the page leaves for it at its end. */
const HEIGHT = '--consent-bar';

/**
 * A question above the foot of the page that waits without taking the focus. Both buttons look the same, so that refusing is as
 * easy as accepting.
 */
export function ConsentBar({ label, children, refuse, accept, onRefuse, onAccept }: ConsentBarProps) {
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
        <Button small wide onClick={onRefuse}>
          {refuse}
        </Button>
        <Button small wide onClick={onAccept}>
          {accept}
        </Button>
      </div>
    </section>
  );
}
