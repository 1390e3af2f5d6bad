import type { ReactNode } from 'react';
import { Picture, type PictureSource } from '../picture/index.tsx';
import ticket from '../ticket/ticket.module.css';
import styles from './pass-ticket.module.css';

export interface PassTicketProps {
  picture?: PictureSource | null;
  /** Name of the site, above the title. */
  siteTitle: ReactNode;
  title: ReactNode;
  /** Text on the stub, such as "en attente de paiement". */
  note: ReactNode;
  /** Large text on the stub: the price, or "VIP". */
  value: ReactNode;
}

/** The access that is or will be bought, as a ticket: picture above the perforation, price or VIP on the stub. */
export function PassTicket({ picture, siteTitle, title, note, value }: PassTicketProps) {
  return (
    <div className={styles.lift}>
      <div className={`${ticket.ticket} ${ticket.pass}`}>
        <div className={styles.picture}>
          {picture && <Picture source={picture} decorative priority />}
          <div>
            <p className="small">{siteTitle}</p>
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
