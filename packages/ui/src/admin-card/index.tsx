import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { useLevelBelow } from '../dashboard/index.tsx';
import styles from './admin-card.module.css';

export interface AdminCardProps {
  title: ReactNode;
  /** Text below the title, such as "@nina, 27 ans". */
  handle: ReactNode;
  /** Avatar before the title. */
  avatar?: ReactNode;
  /** Badges below the handle, such as LIVE. */
  badges?: ReactNode;
  /** Status at the far end of the head, such as "Actif". */
  status?: ReactNode;
  /** Facts, each with its name. */
  facts?: readonly (readonly [name: string, value: ReactNode])[];
  children?: ReactNode;
  /** Buttons with text. */
  actions: ReactNode;
  /** Buttons with only an icon. */
  iconActions?: ReactNode;
  /** Separate last action: deletion. */
  lastAction?: ReactNode;
}

/** Card of a model or an affiliate in a panel. */
export function AdminCard({
  title,
  handle,
  avatar,
  badges,
  status,
  facts = [],
  children,
  actions,
  iconActions,
  lastAction,
}: AdminCardProps) {
  const Heading = `h${useLevelBelow()}` as const;
  return (
    <article className={styles.card}>
      <div className={classNames(styles.head, !avatar && styles.plain)}>
        {avatar}
        <div className={styles.who}>
          <Heading>{title}</Heading>
          <p className="soft small">{handle}</p>
          {badges && <p className="row">{badges}</p>}
        </div>
        {status}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      <div className={styles.foot}>
        <div className={styles.actions}>{actions}</div>
        <div className={styles.iconActions}>
          {iconActions}
          {lastAction && <span className={styles.last}>{lastAction}</span>}
        </div>
      </div>
    </article>
  );
}
