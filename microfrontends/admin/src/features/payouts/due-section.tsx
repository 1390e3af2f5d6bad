import type { AffiliateBalance, Money, PayoutBatch } from 'contracts/commissions';
import { NEGATIVE_DUE } from 'contracts/statement-table';
import { useState } from 'react';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { ScrollTable } from 'ui/scroll-table';
import { StatStrip } from 'ui/stat-strip';
import { formatPrice } from 'web-kit/formats';
import { createKeyedSend } from 'web-kit/keyed-send';
import { createBatch } from './api/create-batch.ts';
import styles from './payouts.module.css';
import { useChange } from './use-change.ts';

type Part = 'held_cents' | 'due_cents' | 'paid_cents' | 'in_batch_cents' | 'payable_cents';

/** Sums a part of the balances by currency and leaves out zero sums. */
const totalsOf = (balances: readonly AffiliateBalance[], part: Part): Money[] =>
  [...Map.groupBy(balances, ({ currency }) => currency)]
    .map(([currency, rows]) => ({ currency, cents: rows.reduce((sum, row) => sum + row[part], 0) }))
    .filter(({ cents }) => cents !== 0);
/** Formats totals as "12,00 € + 3,00 USD": amounts of two currencies are never added. */
export const totalText = (totals: readonly Money[]): string =>
  totals.map(({ currency, cents }) => formatPrice(cents, currency)).join(' + ') || formatPrice(0);

interface DueSectionProps {
  balances: readonly AffiliateBalance[];
  /** undefined while there is no batch. */
  latestBatch: PayoutBatch | undefined;
  /** Whether no further batch can be created: one is open, or the batches are not loaded yet. */
  hasOpenBatch: boolean;
}

/** Balances of affiliates, and the button that creates a batch of the due commissions. */
export function DueSection({ balances, latestBatch, hasOpenBatch }: DueSectionProps) {
  const { isBusy, change } = useChange();
  const [keyedSend] = useState(createKeyedSend);
  const payable = totalsOf(balances, 'payable_cents');
  const create = async () => {
    // Once another batch has appeared, the former key would replay the response of that batch.
    const input = { latestBatchId: latestBatch?.id, payable };
    const send = () => keyedSend(input, (key) => createBatch(payable, key));
    await change(send, 'Lot créé', totalText(payable));
  };
  return (
    <DashboardSection
      title="Reversements"
      level={1}
      action={
        payable.length > 0 &&
        !hasOpenBatch && (
          <Button variant="primary" busy={isBusy} onClick={() => void create()}>
            Créer un lot de {totalText(payable)}
          </Button>
        )
      }
    >
      <div className={styles.sums}>
        <StatStrip
          stats={[
            { name: 'En attente', value: totalText(totalsOf(balances, 'held_cents')) },
            { name: 'Dû', value: totalText(totalsOf(balances, 'due_cents')) },
            { name: 'Dans le lot ouvert', value: totalText(totalsOf(balances, 'in_batch_cents')) },
            { name: 'Versé', value: totalText(totalsOf(balances, 'paid_cents')) },
          ]}
        />
        {balances.length === 0 ? (
          <EmptyState title="Aucune commission pour le moment.">
            <p className="soft">Elles apparaissent au premier paiement attribué à un affilié.</p>
          </EmptyState>
        ) : (
          <ScrollTable
            label="Commissions par affilié"
            columns={[
              { name: 'Affilié' },
              { name: 'En attente' },
              { name: 'Dû', isMain: true },
              { name: 'Prochain lot' },
              { name: 'Versé' },
            ]}
            rows={balances.map(({ affiliate, currency, held_cents, due_cents, payable_cents, paid_cents }) => ({
              id: `${affiliate.id} ${currency}`,
              cells: [
                affiliate.name,
                ...[held_cents, due_cents, payable_cents, paid_cents].map((cents) => formatPrice(cents, currency)),
              ],
            }))}
          />
        )}
        {balances.some(({ due_cents }) => due_cents < 0) && <p className="small soft">{NEGATIVE_DUE}</p>}
      </div>
    </DashboardSection>
  );
}
