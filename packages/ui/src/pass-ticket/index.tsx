import type { ReactNode } from 'react';
import { Picture, type PictureSource } from '../picture/index.tsx';
import ticket from '../ticket/ticket.module.css';
import styles from './pass-ticket.module.css';

export interface PassTicketProps {
  picture?: PictureSource | null;
  /** Above the title: the house. */
  house: ReactNode;
  title: ReactNode;
  /** On the stub, such as "en attente de paiement". */
  note: ReactNode;
  /** On the stub, large: the price, or "VIP". */
  value: ReactNode;
}

/** What was bought, or waits to be: a picture above the perforation, price or VIP on the stub. */
export function PassTicket({ picture, house, title, note, value }: PassTicketProps) {
  return (
    <div className={styles.lift}>
      <div className={`${ticket.ticket} ${ticket.pass}`}>
        <div className={styles.picture}>
          {picture && <Picture source={picture} decorative priority />}
          <div>
            <p className="small">{house}</p>
            <p className="heading">{title}</p>
          </div>
        </div>
        <div className={`${ticket.stub} ${styles.stub}`}>
          <span className="small soft">{note}</span>
          <strong>{value}</strong>
        </div>
      </div>
    </div>
  );
}
