import type { Happening, Overview } from 'contracts/overview';
import { formatDate, formatDateTime, formatPrice } from 'web-kit/formats';
import styles from './overview.module.css';

const KINDS: Record<Happening['kind'], string> = {
  registration: 'Inscription',
  first: 'Premier paiement',
  renewal: 'Renouvellement',
  refund: 'Remboursement',
  chargeback: 'Paiement contesté',
  'live.started': 'Live commencé',
  'live.ended': 'Live terminé',
};

interface LatestProps {
  happenings: Overview['latest'];
  /** Whether to name the attributed affiliate; not needed for the figures of one affiliate. */
  showsAffiliate: boolean;
}

const isDay = (at: string): boolean => !at.includes('T');

/** List of the latest events, without personal data. */
export function Latest({ happenings, showsAffiliate }: LatestProps) {
  if (happenings.length === 0) return <p className="soft">Rien ne s’est encore passé.</p>;
  return (
    <ol className={styles.list}>
      {happenings.map(({ at, kind, model, affiliate, amount_cents, currency }, index) => (
        <li key={`${at} ${kind} ${index}`}>
          <span>
            <strong>{KINDS[kind]}</strong>
            {model && ` · ${model.name}`}
            {showsAffiliate && affiliate && <span className="soft"> · {affiliate.name}</span>}
          </span>
          {amount_cents !== null && <span className={styles.amount}>{formatPrice(amount_cents, currency)}</span>}
          <time className="small soft" dateTime={at}>
            {isDay(at) ? formatDate(`${at}T12:00:00Z`) : formatDateTime(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
