import type { ReactNode } from 'react';
import { Picture, type PictureSource } from '../picture/index.tsx';
import styles from './hero.module.css';

export interface HeroProps {
  picture: PictureSource;
  title: ReactNode;
  lead?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** First screen of a page: picture, sentence and action. The site's header overlays it. */
export function Hero({ picture, title, lead, children }: HeroProps) {
  return (
    <section className={styles.hero} data-under-header="">
      <Picture source={picture} className={styles.picture} decorative priority />
      <div className={`page ${styles.text}`}>
        <h1 className={`poster ${styles.title}`}>{title}</h1>
        {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
        {children && <div className={`row ${styles.actions}`}>{children}</div>}
      </div>
    </section>
  );
}
