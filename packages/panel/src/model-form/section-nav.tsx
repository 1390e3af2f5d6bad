import { useEffect, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import { plural } from 'web-kit/formats';
import styles from './section-nav.module.css';

/** Events of scrolling by the user. */
const SCROLLING = ['wheel', 'pointerdown', 'keydown'] as const;

/** Part of the form: anchor and name of its section. */
export interface FormPart {
  id: string;
  label: string;
  /** Number of invalid fields in the section. */
  errorCount: number;
}

/**
 * Links to the parts of a long form, with the visible one marked: beside the form where there is space, otherwise in a row above.
 */
export function SectionNav({ parts }: { parts: readonly FormPart[] }) {
  const nav = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(parts[0]?.id);
  /** Whether the current part was chosen by its link: the last parts cannot be scrolled up to the line. */
  const hasJumped = useRef(false);
  const ids = parts.map(({ id }) => id).join(' ');

  useEffect(() => {
    const root = nav.current?.parentElement?.parentElement;
    if (!root) return;
    // A line at a third of the form's height: the section that crosses it is the current one.
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
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && link) nav.current.scrollLeft = link.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);

  const jump = (event: MouseEvent, id: string) => {
    // The address must not change: it would count as leaving a form with unsaved changes.
    event.preventDefault();
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    section?.querySelector<HTMLElement>('h2, h3')?.focus({ preventScroll: true });
    setCurrent(id);
    hasJumped.current = true;
  };

  return (
    <nav ref={nav} className={styles.nav} aria-label="Sections du formulaire">
      {parts.map(({ id, label, errorCount }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => jump(event, id)}
        >
          {label}
          {errorCount > 0 && (
            <>
              <span className={styles.wrong} aria-hidden="true">
                {errorCount}
              </span>
              <span className="visually-hidden">, {plural(errorCount, 'erreur', 'erreurs')} à corriger</span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}
