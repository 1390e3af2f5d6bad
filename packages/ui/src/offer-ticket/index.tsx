import type { ReactNode } from 'react';
import ticket from '../ticket/ticket.module.css';
import styles from './offer-ticket.module.css';

export interface OfferTicketProps {
  /** Such as "2,00 €". */
  price: string;
  /** Such as "le premier mois". */
  first: string;
  /** Such as "puis 5,00 € par mois TTC, résiliable à tout moment". */
  later: string;
  /** Texts in place of an accepted offer, of the same height, so that nothing moves when that becomes known. */
  taken?: { title: string; first: string; later?: string | undefined } | undefined;
  /** Action on the stub: a wide button. */
  children: ReactNode;
}

/** Offer as a ticket: price above the perforation, action on the stub. */
export function OfferTicket({ price, first, later, taken, children }: OfferTicketProps) {
  return (
    <aside className={ticket.ticket} aria-label={taken ? `${taken.title}, ${taken.first}` : `${price} ${first}`}>
      <div className={styles.top}>
        <Words title={price} first={first} later={later} isHidden={taken !== undefined} />
        {taken && <Words {...taken} />}
      </div>
      <div className={ticket.stub}>{children}</div>
    </aside>
  );
}

function Words({
  title,
  first,
  later,
  isHidden = false,
}: {
  title: string;
  first: string;
  later?: string | undefined;
  isHidden?: boolean;
}) {
  return (
    <div className={isHidden ? `${styles.price} ${styles.hidden}` : styles.price} aria-hidden={isHidden || undefined}>
      <strong>{title}</strong>
      <div>
        <p className={styles.first}>{first}</p>
        {later && <p className="small soft">{later}</p>}
      </div>
    </div>
  );
}
