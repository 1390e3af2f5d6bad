import type { BatchState, PayoutBatch } from 'contracts/commissions';
import { ofName } from 'contracts/texts';
import Undo2 from 'lucide-react/icons/undo-2';
import { useFocusFallback } from 'panel/focus-fallback';
import { MoreButton } from 'panel/more-button';
import { StatementDialog } from 'panel/statement';
import { useRef, useState } from 'react';
import type { ComponentProps } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { formatDate, formatPrice } from 'web-kit/formats';
import { adminSession } from 'web-kit/session';
import { cancelBatch } from './api/cancel-batch.ts';
import { totalText } from './due-section.tsx';
import { PayDialog } from './pay-dialog.tsx';
import styles from './payouts.module.css';
import { useChange } from './use-change.ts';

const STATES: Record<BatchState, { text: string; tone: 'plain' | 'success' | 'danger' }> = {
  open: { text: 'À verser', tone: 'danger' },
  paid: { text: 'Versé', tone: 'success' },
  cancelled: { text: 'Annulé', tone: 'plain' },
};
const nameOf = ({ number }: PayoutBatch): string => `Lot n°\u00a0${number}`;
const dateText = ({ state, created_at, paid_at, cancelled_at, reference }: PayoutBatch): string => {
  if (state === 'paid' && paid_at) return `Versé le ${formatDate(paid_at)}, référence ${reference}`;
  if (state === 'cancelled' && cancelled_at) return `Annulé le ${formatDate(cancelled_at)}`;
  return `Créé le ${formatDate(created_at)}`;
};

interface BatchesSectionProps {
  batches: readonly PayoutBatch[];
  /** Query of the further batches. */
  query: ComponentProps<typeof MoreButton>['query'];
}

/** Lists the batches with their statements; an open one can be marked as paid or cancelled. */
export function BatchesSection({ batches, query }: BatchesSectionProps) {
  const rows = useRef<HTMLUListElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { isBusy, change } = useChange();
  const [paying, setPaying] = useState<PayoutBatch | null>(null);
  const [cancelling, setCancelling] = useState<PayoutBatch | null>(null);
  const [statementId, setStatementId] = useState<string | null>(null);
  // When a batch is closed elsewhere, its buttons disappear, and then the open dialog.
  useFocusFallback(area, 'li', [], title);
  const isOpen = ({ id }: PayoutBatch) => batches.every((batch) => batch.id !== id || batch.state === 'open');
  const cancel = async () => {
    if (!cancelling) return;
    if (await change(() => cancelBatch(cancelling.id), 'Lot annulé', nameOf(cancelling))) setCancelling(null);
  };
  return (
    <div ref={area}>
      <DashboardSection title="Lots" titleRef={title}>
        {batches.length === 0 ? (
          <EmptyState level={3} title="Aucun lot pour le moment.">
            <p className="soft">Un lot réunit tout ce qui est dû une fois la retenue passée.</p>
          </EmptyState>
        ) : (
          <ul ref={rows} className={styles.batches}>
            {batches.map((batch) => (
              <li key={batch.id}>
                <div className={styles.head}>
                  <div>
                    <h3 className="heading">{nameOf(batch)}</h3>
                    <p className="small soft">{dateText(batch)}</p>
                  </div>
                  <Badge tone={STATES[batch.state].tone}>{STATES[batch.state].text}</Badge>
                  <strong className={styles.amount}>{totalText(batch.totals)}</strong>
                </div>
                <ul className={styles.statements}>
                  {batch.statements.map(({ id, affiliate, currency, cents }) => (
                    <li key={id}>
                      <span className={styles.name}>{affiliate.name}</span>
                      <span className={styles.amount}>{formatPrice(cents, currency)}</span>
                      <Button
                        small
                        variant="ghost"
                        aria-label={`Relevé ${ofName(affiliate.name)}, ${nameOf(batch)}`}
                        onClick={() => setStatementId(id)}
                      >
                        Relevé
                      </Button>
                    </li>
                  ))}
                </ul>
                {batch.state === 'open' && (
                  <div className={styles.actions}>
                    <Button variant="primary" onClick={() => setPaying(batch)}>
                      Marquer comme versé
                    </Button>
                    <Button variant="ghost" onClick={() => setCancelling(batch)}>
                      Annuler le lot
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        <MoreButton query={query} rows={rows} />
        {paying && isOpen(paying) && <PayDialog batch={paying} onClose={() => setPaying(null)} />}
        {statementId !== null && (
          <StatementDialog session={adminSession} id={statementId} onClose={() => setStatementId(null)} />
        )}
        <ConfirmDialog
          open={cancelling !== null && isOpen(cancelling)}
          onClose={() => setCancelling(null)}
          onConfirm={() => void cancel()}
          busy={isBusy}
          title="Annuler ce lot&nbsp;?"
          what={cancelling && `${nameOf(cancelling)}, ${totalText(cancelling.totals)}`}
          confirmLabel="Annuler le lot"
          cancelLabel="Retour"
          icon={<Undo2 />}
        >
          Ses commissions redeviennent dues et entrent dans le prochain lot.
        </ConfirmDialog>
      </DashboardSection>
    </div>
  );
}
