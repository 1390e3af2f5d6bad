import { useEffect, useRef, useState } from 'react';
import styles from './section-nav.module.css';

/** What a person scrolls with. */
const SCROLLING = ['wheel', 'pointerdown', 'keydown'] as const;

/** A part of the form: the anchor of its section, and its name. */
export interface FormPart {
  id: string;
  label: string;
  /** Something in it is refused. */
  isWrong?: boolean;
}

/** The parts of a long form to jump to; the one in sight is marked. */
export function SectionNav({ parts }: { parts: readonly FormPart[] }) {
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(parts[0]?.id);
  /** Where a jump has led: the last parts cannot come up to the line, the form ends before. */
  const hasJumped = useRef(false);
  const ids = parts.map(({ id }) => id).join(' ');

  useEffect(() => {
    const root = nav.current?.parentElement?.parentElement;
    if (!root) return;
    // A line a third down the form: the section that crosses it is the one being read.
    const observer = new IntersectionObserver(
      (entries) =>
        entries.forEach(({ isIntersecting, target }) => isIntersecting && !hasJumped.current && setCurrent(target.id)),
      { root, rootMargin: '-33% 0px -66% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    const follow = () => void (hasJumped.current = false);
    for (const event of SCROLLING) root.addEventListener(event, follow, { passive: true });
    return () => {
      observer.disconnect();
      for (const event of SCROLLING) root.removeEventListener(event, follow);
    };
  }, [ids]);
  useEffect(() => {
    const button = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && button) nav.current.scrollLeft = button.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);

  const jump = (id: string) => {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('input:not([tabindex="-1"]), textarea, button')?.focus({ preventScroll: true });
    setCurrent(id);
    hasJumped.current = true;
  };

  return (
    <nav ref={nav} className={styles.nav} aria-label="Sections du formulaire">
      {parts.map(({ id, label, isWrong }) => (
        <button key={id} type="button" aria-current={id === current ? 'true' : undefined} onClick={() => jump(id)}>
          {label}
          {isWrong && (
            <span className={styles.wrong}>
              <span className="visually-hidden">, à corriger</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  );
}
