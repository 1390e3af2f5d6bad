import type { ReactNode } from 'react';
import styles from './offer-bar.module.css';

export interface OfferBarProps {
  /** Such as "Débloquer le contenu". */
  label: string;
  price: string;
  first: string;
  /** Such as "puis 5,00 € par mois TTC": the price after the first month is always shown. */
  later?: string;
  /** The button. */
  children: ReactNode;
}

/** Offer that is sticky at the bottom of the screen; last child of the content that it offers. */
export function OfferBar({ label, price, first, later, children }: OfferBarProps) {
  return (
    <aside className={styles.bar} aria-label={label} data-foot-bar="">
      <div className={`page ${styles.row}`}>
        <p>
          <b>{price}</b>
          <span className="small soft">
            {first}
            {later && `, ${later}`}
          </span>
        </p>
        {children}
      </div>
    </aside>
  );
}
