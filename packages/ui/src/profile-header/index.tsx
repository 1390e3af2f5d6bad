import type { ReactNode } from 'react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Radio from 'lucide-react/icons/radio';
import { Anchor, type LinkTarget } from '../anchor/index.tsx';
import { Avatar } from '../avatar/index.tsx';
import { FoldedText } from '../folded-text/index.tsx';
import { Picture, type PictureSource } from '../picture/index.tsx';
import { posterScale } from '../poster-scale.ts';
import { Stats, type StatsProps } from '../stats/index.tsx';
import { Verified } from '../verified/index.tsx';
import styles from './profile-header.module.css';

export interface ProfileHeaderProps {
  name: string;
  age?: number;
  verified?: boolean;
  live?: boolean;
  bio?: string;
  stats?: Omit<StatsProps, 'large'>;
  cover?: PictureSource | null;
  avatar?: PictureSource | null;
  /** Link to the live: on the avatar during the live, on the announcement always. */
  liveTarget?: LinkTarget;
  /** Such as "Live tous les soirs à 21h". */
  announcement?: ReactNode;
  /** Small buttons below the announcement. */
  actions?: ReactNode;
  /** The offer. */
  children?: ReactNode;
}

/** Head of a model's page, over the model's blurred cover. The site's header overlays it. */
export function ProfileHeader({
  name,
  age,
  verified,
  live,
  bio,
  stats,
  cover,
  avatar,
  liveTarget,
  announcement,
  actions,
  children,
}: ProfileHeaderProps) {
  return (
    <section className={styles.backdrop} data-under-header="">
      {cover && <Picture source={cover} className={styles.picture} decorative priority />}
      <div className={`page ${styles.profile}`}>
        <Avatar
          source={avatar}
          size="large"
          live={live}
          tag
          decorative
          priority
          label={`${name} est en live`}
          {...(live ? liveTarget : undefined)}
        />
        <div className={styles.text}>
          <h1 className={styles.name} style={posterScale(name)}>
            {name}
            {age !== undefined && `, ${age}`} {verified && <Verified />}
          </h1>
          {bio && <FoldedText className={styles.bio}>{bio}</FoldedText>}
          <Stats large {...stats} />
          {announcement && liveTarget && (
            <Anchor className={styles.tonight} {...liveTarget}>
              <Radio className={styles.waves} />
              {announcement}
              <ArrowRight />
            </Anchor>
          )}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {children}
      </div>
    </section>
  );
}
