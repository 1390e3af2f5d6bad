import type { FocusEvent, PointerEvent } from 'react';
import type { LinkTarget } from '../anchor/index.tsx';
import { Badge, LiveBadge } from '../badge/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import { mayPlay } from '../picture/use-viewport-playback.ts';
import { Skeleton } from '../skeleton/index.tsx';
import { Stats, type StatsProps } from '../stats/index.tsx';
import { TextLink } from '../text-link/index.tsx';
import { Verified } from '../verified/index.tsx';
import styles from './model-card.module.css';

export interface ModelCardProps extends LinkTarget {
  name: string;
  age?: number;
  bio?: string;
  picture?: PictureSource | null;
  live?: boolean;
  /** Shows "Nouveau", unless the model is live. */
  isNew?: boolean | undefined;
  verified?: boolean;
  stats?: Omit<StatsProps, 'large'>;
  /** Accessible name of the link, which includes the model's name. */
  label: string;
}

/** Card of a model on the wall; the whole card is one link. */
export function ModelCard({ name, age, bio, picture, live, isNew, verified, stats, label, ...target }: ModelCardProps) {
  return (
    <article className={styles.card} onPointerEnter={playCover} onFocus={playCover}>
      <div className={styles.picture}>
        {picture && <Picture source={picture} decorative />}
        {(live || isNew) && (
          <div className={styles.badges}>{live ? <LiveBadge /> : <Badge tone="plate">Nouveau</Badge>}</div>
        )}
        <h3 className={styles.name}>
          {name}
          {age !== undefined && `, ${age}`} {verified && <Verified />}
        </h3>
      </div>
      <div className={styles.about}>
        {bio && <p className={styles.bio}>{bio}</p>}
        <Stats {...stats} />
        <TextLink className={styles.link} arrow aria-label={label} {...target}>
          Voir le profil
        </TextLink>
      </div>
    </article>
  );
}

/** Placeholder of a card while models load. */
export function ModelCardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.picture}>
        <Skeleton shape="fill" />
      </div>
      <div className={styles.waiting}>
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    </div>
  );
}

/** Plays a cover video again after it has stopped. */
function playCover(event: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>): void {
  const film = event.currentTarget.querySelector('video');
  // The browser may deny playback: the poster stays.
  if (film && mayPlay()) void film.play().catch(() => undefined);
}
