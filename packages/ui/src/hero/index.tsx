import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Picture, type PictureSource } from '../picture/index.tsx';
import styles from './hero.module.css';

export interface HeroProps {
  picture: PictureSource;
  title: ReactNode;
  lead?: ReactNode;
  /** About half of the screen, so that the content below is in view. */
  short?: boolean;
  /** Buttons. */
  children?: ReactNode;
}

/** Head of a page: picture, sentence and action; fills the first screen unless `short`. The site's header overlays it. */
export function Hero({ picture, title, lead, short, children }: HeroProps) {
  return (
    <section className={classNames(styles.hero, short && styles.short)} data-under-header="">
      <Picture source={picture} className={styles.picture} decorative priority />
      <div className={`page ${styles.text}`}>
        <h1 className={`poster ${styles.title}`}>{title}</h1>
        {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
        {children && <div className={`row ${styles.actions}`}>{children}</div>}
      </div>
    </section>
  );
}
