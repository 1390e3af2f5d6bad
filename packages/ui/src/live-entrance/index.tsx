import type { ReactNode } from 'react';
import { LiveBadge } from '../badge/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import { posterScale } from '../poster-scale.ts';
import styles from './live-entrance.module.css';

export interface LiveEntranceProps {
  picture?: PictureSource | null;
  live?: boolean;
  title: string;
  lead?: ReactNode;
  /** Button to enter, and link back. */
  children?: ReactNode;
}

/** First screen of a live page: the model, and the way in. The site's header overlays it. */
export function LiveEntrance({ picture, live, title, lead, children }: LiveEntranceProps) {
  return (
    <section className={styles.stage} data-under-header="">
      {picture && <Picture source={picture} className={styles.picture} decorative priority />}
      <div className={`page ${styles.page}`}>
        <div className={styles.text}>
          {live && <LiveBadge />}
          <h1 className="poster" style={posterScale(title)}>
            {title}
          </h1>
          {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
          {children}
        </div>
      </div>
    </section>
  );
}
