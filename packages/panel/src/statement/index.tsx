import { statementTable } from 'contracts/statement-table';
import type { Amount } from 'contracts/statement-table';
import type { PayoutStatement } from 'contracts/commissions';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Facts } from 'ui/facts';
import { ScrollTable } from 'ui/scroll-table';
import { Spinner } from 'ui/spinner';
import { formatPrice } from 'web-kit/formats';
import type { PanelSession } from 'web-kit/session';
import { LoadFailure } from '../load-failure/index.tsx';
import { SaveButton } from '../save-button/index.tsx';
import { saveStatement, useStatement } from './api/get-statement.ts';
import styles from './statement.module.css';

export { saveStatement } from './api/get-statement.ts';

const priceOf = ({ cents, currency }: Amount): string => formatPrice(cents, currency);

interface StatementDialogProps {
  session: PanelSession;
  id: string;
  onClose: () => void;
}

/** Dialog of a statement with its files, which contain the same rows and sums. */
export function StatementDialog({ session, id, onClose }: StatementDialogProps) {
  const { data, error, refetch } = useStatement(session, id);
  return (
    <Dialog
      open
      size="form"
      title={data ? statementTable(data).title : 'Relevé de commissions'}
      onClose={onClose}
      footer={
        <>
          {data && <SaveButton label="Télécharger en CSV" short="CSV" save={() => saveStatement(session, id, 'csv')} />}
          {data && <SaveButton label="Télécharger en PDF" short="PDF" save={() => saveStatement(session, id, 'pdf')} />}
          <Button variant="ghost" onClick={onClose}>
            Fermer
          </Button>
        </>
      }
    >
      {data && <Statement statement={data} />}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner large label="Chargement" />}
    </Dialog>
  );
}

function Statement({ statement }: { statement: PayoutStatement }) {
  const { facts, columns, rows, sums } = statementTable(statement);
  const texts = columns.map((name, index) => ({ name, text: index < 3, isMain: index === columns.length - 1 }));
  return (
    <div className={styles.statement}>
      <Facts
        facts={[
          ...facts.map(([term, value]) => ({ term, value })),
          // Repeated here, as the end of the table may be scrolled out of view.
          ...sums.slice(-1).map(({ label, amount }) => ({ term: label, value: priceOf(amount) })),
        ]}
      />
      <ScrollTable
        label="Lignes du relevé"
        columns={texts}
        rows={rows.map(({ day, operation, model, base, rate, amount }, index) => ({
          id: String(index),
          cells: [day, operation, model, priceOf(base), rate, priceOf(amount)],
        }))}
        sums={sums.map(({ label, amount }) => ({ id: label, cells: [label, '', '', '', '', priceOf(amount)] }))}
      />
    </div>
  );
}
