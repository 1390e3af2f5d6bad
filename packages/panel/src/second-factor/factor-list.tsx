import type { FactorView } from 'contracts/second-factor';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { Button } from 'ui/button';
import { IconList } from 'ui/icon-list';
import { formatMoment } from 'web-kit/formats';

interface FactorListProps {
  factors: readonly FactorView[];
  /** null: a factor is required, and this is the last one. */
  onRemove: ((factor: FactorView) => void) | null;
}

const historyOf = ({ created_at, last_used_at }: FactorView): string => {
  const nowMs = Date.now();
  const added = `Ajoutée ${formatMoment(created_at, nowMs)}`;
  return last_used_at === null
    ? `${added}, pas encore utilisée`
    : `${added}, utilisée ${formatMoment(last_used_at, nowMs)}`;
};

/** Lists second factors with their last use, each with a button to remove it. */
export function FactorList({ factors, onRemove }: FactorListProps) {
  return (
    <IconList
      label="Méthodes de double authentification"
      rows={factors.map((factor) => ({
        id: factor.id,
        icon: factor.method === 'totp' ? <Smartphone /> : <KeyRound />,
        title: factor.name,
        text: historyOf(factor),
        end: onRemove && (
          <Button small aria-label={`Retirer ${factor.name}`} onClick={() => onRemove(factor)}>
            Retirer
          </Button>
        ),
      }))}
    />
  );
}
