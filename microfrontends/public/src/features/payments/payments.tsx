import { receiptPath, receiptPdfPath } from 'contracts/operations/payments';
import type { Payment } from 'contracts/payments';
import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import { Badge } from 'ui/badge';
import { Button, ButtonLink } from 'ui/button';
import { RetryButton } from 'ui/retry-button';
import { Loading, Skeleton } from 'ui/skeleton';
import { formatDate, formatPrice } from 'web-kit/formats';
import { usePayments } from './api/list-payments.ts';
import styles from './payments.module.css';

const KIND_LABELS: Record<Payment['kind'], string> = {
  first: 'Premier mois',
  renewal: 'Abonnement mensuel',
  refund: 'Remboursement',
  chargeback: 'Remboursement par la banque',
  decline: 'Rien n’a été débité',
};

/** A subscriber's payments, refunds and declined charges, each payment with its receipt. */
export function Payments({ email }: { email: string }) {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = usePayments(email);
  if (!data) return isError ? <Failed busy={isFetching} onRetry={() => void refetch()} /> : <Pending />;
  const payments = data.pages.flatMap(({ items }) => items);
  if (payments.length === 0) return <p>Aucun paiement pour le moment.</p>;
  return (
    <div className="stack">
      <ul className={styles.rows} aria-label="Paiements">
        {payments.map((payment) => (
          <Row key={payment.id} {...payment} />
        ))}
      </ul>
      {isError && <p role="alert">La suite n’a pas pu être lue.</p>}
      {hasNextPage && (
        <Button small busy={isFetching} onClick={() => void fetchNextPage()}>
          Voir plus
        </Button>
      )}
    </div>
  );
}

function Row({ id, kind, amountCents, currency, paidAt, remainingCents, receiptNumber }: Payment) {
  const date = formatDate(paidAt);
  return (
    <li>
      <div className={styles.what}>
        <strong>{date}</strong>
        <p className="small soft">{KIND_LABELS[kind]}</p>
      </div>
      {kind === 'decline' ? (
        <span className={styles.declined}>
          <Badge tone="danger">Refusé</Badge>
        </span>
      ) : (
        <Refunded amountCents={amountCents} remainingCents={remainingCents} currency={currency} />
      )}
      {amountCents !== null && (
        <span className={kind === 'decline' ? `${styles.amount} soft` : styles.amount}>
          {formatPrice(amountCents, currency)}
        </span>
      )}
      {receiptNumber && (
        <div className={styles.links}>
          <ButtonLink small href={receiptPath(id)} target="_blank" aria-label={`Reçu du ${date}`}>
            <FileText />
            Reçu
          </ButtonLink>
          <ButtonLink small href={receiptPdfPath(id)} aria-label={`PDF du reçu du ${date}`}>
            <Download />
            PDF
          </ButtonLink>
        </div>
      )}
    </li>
  );
}

/** Amount of a payment that remains after refunds; renders nothing without refunds. */
function Refunded({
  amountCents,
  remainingCents,
  currency,
}: Pick<Payment, 'amountCents' | 'remainingCents' | 'currency'>) {
  if (remainingCents === null || remainingCents === amountCents) return null;
  return (
    <span className={styles.state}>
      <Badge>
        {remainingCents > 0 ? `Remboursé en partie, reste ${formatPrice(remainingCents, currency)}` : 'Remboursé'}
      </Badge>
    </span>
  );
}

const Pending = () => (
  <Loading label="Chargement des paiements" className={styles.loading}>
    <Skeleton />
    <Skeleton />
  </Loading>
);

function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="stack" role="alert">
      <p>Vos paiements n’ont pas pu être lus.</p>
      <RetryButton small busy={busy} onRetry={onRetry} />
    </div>
  );
}
