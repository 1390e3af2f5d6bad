import type { StoredPostback } from 'contracts/operations/postbacks';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Button } from 'ui/button';
import { formatMoment } from 'web-kit/formats';
import styles from './payments.module.css';
import { payerOf, titleOf } from './postback-texts.ts';

const clueOf = (postback: StoredPostback): string =>
  [
    payerOf(postback) || 'sans adresse',
    postback.has_reference ? 'référence inconnue' : 'référence absente',
    `transaction ${postback.transaction_id}`,
    formatMoment(postback.received_at, Date.now()),
  ].join(', ');

/** Lists postbacks without a subscriber. */
export function UnmatchedList({
  postbacks,
  onOpen,
}: {
  postbacks: readonly StoredPostback[];
  onOpen: (postback: StoredPostback) => void;
}) {
  return (
    <ul className={styles.unmatched}>
      {postbacks.map((postback) => (
        <li key={postback.id}>
          <TriangleAlert />
          <p>
            <b>{titleOf(postback)}</b>
            <span className="small soft">{clueOf(postback)}</span>
          </p>
          <Button small aria-label={`Rapprocher ${postback.transaction_id}`} onClick={() => onOpen(postback)}>
            Rapprocher
          </Button>
        </li>
      ))}
    </ul>
  );
}
