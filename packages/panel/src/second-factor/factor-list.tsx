import type { FactorView } from 'contracts/second-factor';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import type { Ref } from 'react';
import { Button } from 'ui/button';
import { formatMoment } from 'web-kit/formats';
import styles from './second-factor.module.css';

interface FactorListProps {
  factors: readonly FactorView[];
  /** For the caller that gives the list the focus. */
  listRef: Ref<HTMLUListElement>;
  /** null: a factor is required, and this is the last. */
  onRemove: ((factor: FactorView) => void) | null;
}

const historyOf = ({ created_at, last_used_at }: FactorView): string => {
  const now = Date.now();
  const added = `Ajoutée ${formatMoment(created_at, now)}`;
  return last_used_at === null
    ? `${added}, pas encore utilisée`
    : `${added}, utilisée ${formatMoment(last_used_at, now)}`;
};

export function FactorList({ factors, listRef, onRemove }: FactorListProps) {
  return (
    <ul className={styles.factors} ref={listRef} tabIndex={-1} aria-label="Méthodes de double authentification">
      {factors.map((factor) => (
        <li key={factor.id}>
          <span className={styles.icon} aria-hidden="true">
            {factor.method === 'totp' ? <Smartphone /> : <KeyRound />}
          </span>
          <div className={styles.text}>
            <strong>{factor.name}</strong>
            <p className="small soft">{historyOf(factor)}</p>
          </div>
          {onRemove && (
            <Button small aria-label={`Retirer ${factor.name}`} onClick={() => onRemove(factor)}>
              Retirer
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
