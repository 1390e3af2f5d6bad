import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Loading, Skeleton } from '../skeleton/index.tsx';
import ticket from '../ticket/ticket.module.css';
import styles from './account-ticket.module.css';

export interface AccountTicketProps {
  /** Avatar of the linked profile, before the text. */
  avatar?: ReactNode;
  /** Badge of the state. */
  badge?: ReactNode;
  title: string;
  /** Sentence about the state. */
  text: ReactNode;
  /** Action beside the text. */
  action?: ReactNode;
  stub: ReactNode;
  /** Whether a part is still loading: the height of all parts is reserved. */
  reserved?: boolean;
}

/** Subscription as a ticket across the page: its state on the main part, the next date on the stub; upright on a phone. */
export function AccountTicket({ avatar, badge, title, text, action, stub, reserved = false }: AccountTicketProps) {
  return (
    <div className={classNames(styles.lift, reserved && styles.place)}>
      <div className={`${ticket.ticket} ${ticket.across}`}>
        <div className={styles.main}>
          {avatar}
          <div className={styles.text}>
            {badge}
            <h2 className="heading">{title}</h2>
            <p className="small soft">{text}</p>
          </div>
          {action}
        </div>
        <div className={`${ticket.stub} ${styles.stub}`}>{stub}</div>
      </div>
    </div>
  );
}

/** Reserves the space of an open subscription's ticket while it loads. */
export function AccountTicketPlace() {
  return (
    <Loading className={styles.place}>
      <Skeleton shape="fill" />
    </Loading>
  );
}

interface TicketFactProps {
  /** Name of the value. */
  term: string;
  value: ReactNode;
  /** Text below the value. */
  strong?: ReactNode;
  note?: ReactNode;
}

/** Large value on a stub. */
export function TicketFact({ term, value, strong, note }: TicketFactProps) {
  return (
    <div className={styles.fact}>
      <p className="small soft">{term}</p>
      <p className={styles.value}>{value}</p>
      {strong && (
        <p className="small">
          <b>{strong}</b>
        </p>
      )}
      {note && <p className="small soft">{note}</p>}
    </div>
  );
}
