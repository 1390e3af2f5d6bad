import type { ReactNode } from 'react';
import ticket from '../ticket/ticket.module.css';
import styles from './offer-ticket.module.css';

export interface OfferTicketProps {
  /** Such as "2€". */
  price: string;
  /** Such as "le premier mois". */
  first: string;
  /** Such as "puis 5,00€ par mois, résiliable à tout moment". */
  later: string;
  /** The action on the stub: a wide button. */
  children: ReactNode;
}

/** What is offered, as a ticket: price above the perforation, action on the stub. */
export function OfferTicket({ price, first, later, children }: OfferTicketProps) {
  return (
    <aside className={ticket.ticket} aria-label={`${price} ${first}`}>
      <div className={styles.price}>
        <strong>{price}</strong>
        <div>
          <p className={styles.first}>{first}</p>
          <p className="small soft">{later}</p>
        </div>
      </div>
      <div className={ticket.stub}>{children}</div>
    </aside>
  );
}
