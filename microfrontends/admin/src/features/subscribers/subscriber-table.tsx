import type { ListedSubscriber } from 'contracts/operations/subscribers';
import { ofName } from 'contracts/texts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { Ref } from 'react';
import { Badge } from 'ui/badge';
import { IconButton } from 'ui/icon-button';
import { formatDate } from 'web-kit/formats';
import { sourceText } from '../source-names/index.ts';
import type { SourceNames } from '../source-names/index.ts';
import { paidText, STATE_TEXTS } from './subscriber-texts.ts';
import styles from './subscribers.module.css';

interface SubscriberTableProps {
  subscribers: readonly ListedSubscriber[];
  names: SourceNames;
  /** Gives access to the rows, to move the focus. */
  bodyRef: Ref<HTMLTableSectionElement>;
  onOpen: (id: string) => void;
}

/** Subscribers as a table; on phones each row is a card with the paid amount beside the name. */
export function SubscriberTable({ subscribers, names, bodyRef, onOpen }: SubscriberTableProps) {
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <caption className="visually-hidden">Abonnés</caption>
        <thead>
          <tr>
            <th scope="col">Abonné</th>
            <th scope="col">État</th>
            <th scope="col">Payé jusqu’au</th>
            <th scope="col">Source</th>
            <th scope="col">Inscription</th>
            <th scope="col" className={styles.amount}>
              Payé
            </th>
            <th scope="col">
              <span className="visually-hidden">Historique</span>
            </th>
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {subscribers.map((subscriber) => (
            <SubscriberRow
              key={subscriber.id}
              subscriber={subscriber}
              names={names}
              onOpen={() => onOpen(subscriber.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SubscriberRowProps {
  subscriber: ListedSubscriber;
  names: SourceNames;
  onOpen: () => void;
}

function SubscriberRow({ subscriber, names, onOpen }: SubscriberRowProps) {
  const { id, name, email, state, paid_until, registered_at } = subscriber;
  const { label, tone } = STATE_TEXTS[state];
  return (
    <tr data-id={id}>
      <td className={styles.person}>
        <b>{name || 'Sans nom'}</b>
        <span className="soft">{email}</span>
      </td>
      <td className={styles.state}>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className={styles.until}>{paid_until ? formatDate(paid_until) : '–'}</td>
      <td className={styles.source}>{sourceText(names, subscriber)}</td>
      <td className={styles.date}>
        {registered_at ? <time dateTime={registered_at}>{formatDate(registered_at)}</time> : '–'}
      </td>
      <td className={styles.amount}>{paidText(subscriber)}</td>
      <td className={styles.open}>
        <IconButton label={`Historique ${ofName(name || email)}`} onClick={onOpen}>
          <ChevronRight />
        </IconButton>
      </td>
    </tr>
  );
}
