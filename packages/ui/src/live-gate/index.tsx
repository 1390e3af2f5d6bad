import type { ReactNode } from 'react';
import { LiveBadge } from '../badge/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import styles from './live-gate.module.css';

export interface LiveGateProps {
  picture?: PictureSource | null;
  live?: boolean;
  title: ReactNode;
  lead?: ReactNode;
  /** The button, and the way back. */
  children?: ReactNode;
}

/** The door of the room: who is on stage, and how to get in. The site's header lies over it. */
export function LiveGate({ picture, live, title, lead, children }: LiveGateProps) {
  return (
    <section className={styles.stage} data-under-header="">
      {picture && <Picture source={picture} className={styles.picture} decorative priority />}
      <div className={`page ${styles.page}`}>
        <div className={styles.text}>
          {live && <LiveBadge />}
          <h1 className="poster">{title}</h1>
          {lead && <p className={`lead ${styles.lead}`}>{lead}</p>}
          {children}
        </div>
      </div>
    </section>
  );
}
