import { useEffect, useState } from 'react';
import styles from './section-rail.module.css';

export interface RailSection {
  /** Anchor of the section. */
  id: string;
  label: string;
}

export interface SectionRailProps {
  label: string;
  sections: readonly RailSection[];
}

/**
 * Links to the sections of a long page, with the current one marked: beside the sections where there is space, otherwise in a row
 * that scrolls.
 */
export function SectionRail({ label, sections }: SectionRailProps) {
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    // A line at a third of the screen's height: the section that crosses it is the current one.
    const observer = new IntersectionObserver(
      (entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && setCurrent(target.id)),
      { rootMargin: '-33% 0px -66% 0px' },
    );
    for (const id of ids.split(' ')) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);
  return (
    <nav className={styles.rail} aria-label={label}>
      {sections.map((section) => (
        <a key={section.id} href={`#${section.id}`} aria-current={section.id === current ? 'true' : undefined}>
          {section.label}
        </a>
      ))}
    </nav>
  );
}
