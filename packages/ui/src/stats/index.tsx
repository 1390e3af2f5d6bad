import type { ReactNode } from 'react';
import Heart from 'lucide-react/icons/heart';
import Images from 'lucide-react/icons/images';
import Users from 'lucide-react/icons/users';
import { classNames } from '../class-names.ts';
import styles from './stats.module.css';

/** Formatted figures; missing ones are hidden. */
export interface StatsProps {
  likes?: string;
  medias?: string;
  followers?: string;
  /** Figures above their words, for the head of a page; otherwise beside icons. */
  large?: boolean;
}

const KINDS = [
  { key: 'likes', words: ['like', 'likes'], icon: <Heart /> },
  { key: 'medias', words: ['média', 'médias'], icon: <Images /> },
  { key: 'followers', words: ['abonné', 'abonnés'], icon: <Users /> },
] as const satisfies { key: keyof StatsProps; words: readonly [one: string, many: string]; icon: ReactNode }[];

/** Likes, media and followers of a model; renders nothing if all are missing. */
export function Stats({ large, ...figures }: StatsProps) {
  const kinds = KINDS.filter(({ key }) => figures[key]);
  if (kinds.length === 0) return null;
  return (
    <ul className={classNames(styles.stats, large && styles.large)}>
      {kinds.map(({ key, words, icon }) => (
        <li key={key}>
          {!large && icon}
          <b>{figures[key]}</b>
          <span className={large ? undefined : 'visually-hidden'}> {figures[key] === '1' ? words[0] : words[1]}</span>
        </li>
      ))}
    </ul>
  );
}
