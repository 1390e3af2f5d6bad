import type { ComponentProps } from 'react';
import Heart from 'lucide-react/icons/heart';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import Play from 'lucide-react/icons/play';
import { classNames } from '../class-names.ts';
import { Picture, type PictureSource } from '../picture/index.tsx';
import styles from './media-tile.module.css';

export interface MediaTileProps extends Omit<ComponentProps<'button'>, 'children'> {
  kind: 'photo' | 'video' | 'live';
  /** Picture; for a locked tile the server's small blurred one, never the original. */
  picture?: PictureSource | null;
  locked?: boolean;
  /** Formatted; hidden without a value. */
  likes?: string;
  /** Such as "3:24". */
  duration?: string;
}

const NOUNS = { photo: 'la photo', video: 'la vidéo', live: 'la rediffusion' };

/** Tile of a photo, video or replay, behind a curtain while locked; the whole tile is a button. */
export function MediaTile({
  kind,
  picture,
  locked,
  likes,
  duration,
  className,
  'aria-label': label,
  ...button
}: MediaTileProps) {
  const name = [
    `${locked ? 'Débloquer' : 'Ouvrir'} ${NOUNS[kind]}`,
    likes && `${likes} ${likes === '1' ? 'like' : 'likes'}`,
    duration && `durée ${duration}`,
  ];
  return (
    <button type="button" className={classNames(styles.tile, locked && styles.locked, className)} {...button}>
      <span className="visually-hidden">{label ?? name.filter(Boolean).join(', ')}</span>
      {picture && <Picture source={picture} decorative />}
      {locked ? (
        <span className={styles.lock}>
          <Lock />
        </span>
      ) : (
        kind !== 'photo' && (
          <span className={styles.play}>
            <Play />
          </span>
        )
      )}
      {(likes || duration) && (
        <span className={styles.foot} aria-hidden="true">
          <span>
            {likes && (
              <>
                <Heart />
                {likes}
              </>
            )}
          </span>
          {duration && <span className={styles.duration}>{duration}</span>}
        </span>
      )}
    </button>
  );
}

export interface OfferTileProps extends Omit<ComponentProps<'button'>, 'children' | 'title'> {
  /** Such as "+ 5 photos à débloquer". */
  title: string;
  price: string;
  /** Label drawn like a button; the whole tile is the button. */
  action: string;
}

/** Last tile of a grid with locked items: what can be unlocked, and its price. It fills the rest of its row. */
export function OfferTile({ title, price, action, className, ...button }: OfferTileProps) {
  return (
    <button type="button" className={classNames(styles.tile, styles.offer, className)} data-offer="" {...button}>
      <span className={styles.title}>{title}</span> <span className={styles.price}>{price}</span>{' '}
      <span className={styles.pill}>
        <LockOpen />
        {action}
      </span>
    </button>
  );
}
