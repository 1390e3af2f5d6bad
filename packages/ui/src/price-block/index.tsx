import type { ReactNode } from 'react';
import styles from './price-block.module.css';

export interface PriceBlockProps {
  /** Shown large, such as "2,00 €". */
  price: string;
  /** The whole offer in one line. */
  offer: ReactNode;
  note?: ReactNode;
}

/** Present and later price, right above the button that leads to the payment. */
export function PriceBlock({ price, offer, note }: PriceBlockProps) {
  return (
    <div className={styles.block}>
      <strong>{price}</strong>
      <p>
        <b>{offer}</b>
        {note && (
          <>
            <br />
            <span className="soft">{note}</span>
          </>
        )}
      </p>
    </div>
  );
}
