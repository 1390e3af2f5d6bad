import type { StoredPostback } from 'contracts/operations/postbacks';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import type { Ref } from 'react';
import { Badge } from 'ui/badge';
import { IconButton } from 'ui/icon-button';
import { sourceText } from '../source-names/index.ts';
import type { SourceNames } from '../source-names/index.ts';
import styles from './payments.module.css';
import { amountText, eventText, payerOf, personOf, shortMomentText, verdictOf } from './postback-texts.ts';

interface PostbackTableProps {
  postbacks: readonly StoredPostback[];
  names: SourceNames;
  /** Gives access to the rows, to move the focus. */
  bodyRef: Ref<HTMLTableSectionElement>;
  onOpen: (postback: StoredPostback) => void;
}

/** Postbacks as a table; on phones each row is a card. */
export function PostbackTable({ postbacks, names, bodyRef, onOpen }: PostbackTableProps) {
  const [nowMs] = useState(Date.now);
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption className="visually-hidden">Appels du partenaire</caption>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Abonné</th>
            <th scope="col">Type</th>
            <th scope="col">Source</th>
            <th scope="col">Verdict</th>
            <th scope="col" className={styles.amount}>
              Montant
            </th>
            <th scope="col">Transaction</th>
            <th scope="col">
              <span className="visually-hidden">Détail</span>
            </th>
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {postbacks.map((postback) => (
            <PostbackRow
              key={postback.id}
              postback={postback}
              names={names}
              nowMs={nowMs}
              onOpen={() => onOpen(postback)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PostbackRowProps {
  postback: StoredPostback;
  names: SourceNames;
  nowMs: number;
  onOpen: () => void;
}

function PostbackRow({ postback, names, nowMs, onOpen }: PostbackRowProps) {
  const { received_at, subscriber, model_slug, affiliate_slug, transaction_id } = postback;
  const { label, tone, flags } = verdictOf(postback);
  const source = model_slug || affiliate_slug ? sourceText(names, postback) : 'Sans source';
  return (
    <tr>
      <td className={styles.date}>
        <time dateTime={received_at}>{shortMomentText(received_at, nowMs)}</time>
      </td>
      <td className={styles.person}>
        <b>{personOf(postback)}</b>
        <span className="soft">{subscriber?.email ?? payerOf(postback)}</span>
      </td>
      <td className={styles.event}>{eventText(postback)}</td>
      <td className={styles.source}>{source}</td>
      <td className={styles.verdict}>
        {tone === 'success' ? (
          <Badge tone={tone}>
            <Check />
            {label}
          </Badge>
        ) : (
          <Badge tone={tone}>{label}</Badge>
        )}
        {flags && <span className={`small soft ${styles.flags}`}>{flags}</span>}
      </td>
      <td className={styles.amount}>{amountText(postback)}</td>
      <td className={styles.transaction} title={transaction_id}>
        {transaction_id}
      </td>
      <td className={styles.open}>
        <IconButton label={`Détail de ${transaction_id || 'l’appel illisible'}`} onClick={onOpen}>
          <ChevronRight />
        </IconButton>
      </td>
    </tr>
  );
}
