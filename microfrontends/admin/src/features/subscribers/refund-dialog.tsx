import type { ListedState } from 'contracts/operations/subscribers';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { ConfirmDialog } from 'ui/confirm-dialog';
import { Note } from 'ui/note';
import { Select } from 'ui/select';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { formatDate, formatPrice } from 'web-kit/formats';
import { createKeyedSend } from 'web-kit/keyed-send';
import { orderRefund } from './api/order-refund.ts';
import type { RefundablePayment } from './refundable-payments.ts';
import { ENTRY_TEXTS, refundEffectText } from './subscriber-texts.ts';
import styles from './subscribers.module.css';

const amountOf = ({ refundable, currency }: RefundablePayment): string =>
  formatPrice(refundable.remaining_cents, currency);
const paymentText = (payment: RefundablePayment): string =>
  `${amountOf(payment)}, ${ENTRY_TEXTS[payment.kind].toLowerCase()} du ${formatDate(payment.occurred_at)}`;

interface RefundDialogProps {
  subscriber: { id: string; state: ListedState };
  /** Payments to choose from, the latest first; at least one. */
  payments: readonly RefundablePayment[];
  onClose: () => void;
  /** Called after each attempt: the payments may have changed, also by a rejected one. */
  onSettled: () => void;
}

/** Confirms the order to refund one payment. */
export function RefundDialog({ subscriber, payments, onClose, onSettled }: RefundDialogProps) {
  const show = useToast();
  const [chosenId, setChosenId] = useState(payments[0]?.id);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [keyedSend] = useState(createKeyedSend);
  const chosen = payments.find(({ id }) => id === chosenId);
  if (!chosen) return null;
  const order = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await keyedSend(chosen.id, (key) => orderRefund(subscriber.id, chosen.id, key));
      show({ tone: 'success', title: 'Remboursement demandé', text: amountOf(chosen) });
      onClose();
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(false);
      onSettled();
    }
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void order()}
      busy={isBusy}
      title="Rembourser ce paiement&nbsp;?"
      what={`${paymentText(chosen)}, ${chosen.transaction_id}`}
      confirmLabel="Rembourser"
      icon={<Undo2 />}
    >
      <div className={styles.refund}>
        {payments.length > 1 && (
          <Select
            label="Paiement"
            value={chosen.id}
            disabled={isBusy}
            onChange={({ target }) => {
              setChosenId(target.value);
              setError(undefined);
            }}
          >
            {payments.map((payment) => (
              <option key={payment.id} value={payment.id}>
                {paymentText(payment)}
              </option>
            ))}
          </Select>
        )}
        <p>{refundEffectText(chosen.refundable, subscriber.state)}</p>
        {error !== undefined && <Note>{error}</Note>}
      </div>
    </ConfirmDialog>
  );
}
