import type { OutgoingDelivery } from 'contracts/outgoing-postbacks';
import { Dialog } from 'ui/dialog';
import { Facts } from 'ui/facts';
import { formatDateTime } from 'web-kit/formats';
import { DELIVERY_EVENT_TEXTS, outcomeText } from './delivery-texts.ts';

interface AttemptsDialogProps {
  delivery: OutgoingDelivery;
  onClose: () => void;
}

/** Lists the outcome of each attempt of a notification, the newest first. */
export function AttemptsDialog({
  delivery: { event, created_at, attempts, attempt_log },
  onClose,
}: AttemptsDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Essais" titleStyle="heading">
      <p className="soft">
        {DELIVERY_EVENT_TEXTS[event]}, {formatDateTime(created_at)}
      </p>
      <Facts
        facts={attempt_log.toReversed().map((attempt) => ({
          term: `N°\u00a0${attempt.number}, ${formatDateTime(attempt.ended_at)}`,
          value: `${outcomeText(attempt.status, attempt.error)} (${attempt.host})`,
        }))}
      />
      {attempt_log.length < attempts && <p className="small soft">Les autres essais n’ont pas été conservés.</p>}
    </Dialog>
  );
}
