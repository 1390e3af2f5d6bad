import type { ReactNode } from 'react';
import ticket from '../ticket/ticket.module.css';
import styles from './account-ticket.module.css';

export interface AccountTicketProps {
  /** Before the text: whose profile it leads to. */
  avatar?: ReactNode;
  /** The state. */
  badge?: ReactNode;
  title: string;
  /** A sentence about the state. */
  text: ReactNode;
  /** Beside the text. */
  action?: ReactNode;
  stub: ReactNode;
}

/** A subscription across a page: what it is on the main part, what comes next on the stub; upright on a phone. */
export function AccountTicket({ avatar, badge, title, text, action, stub }: AccountTicketProps) {
  return (
    <div className={styles.lift}>
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

interface TicketFactProps {
  /** What the value is. */
  term: string;
  value: ReactNode;
  /** Below the value. */
  strong?: ReactNode;
  note?: ReactNode;
}

/** The large value of a stub. */
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
