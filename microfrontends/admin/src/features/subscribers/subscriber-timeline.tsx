import { TIMELINE_ROWS } from 'contracts/limits';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { QueryBoundary } from 'panel/query-boundary';
import { useFocusFallback } from 'panel/focus-fallback';
import { useEffect, useRef, useState } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { Facts } from 'ui/facts';
import { Note } from 'ui/note';
import { TextLink } from 'ui/text-link';
import { formatDate, formatPrice, formatTime } from 'web-kit/formats';
import { messageOf } from 'web-kit/api';
import { Link } from 'web-kit/router';
import {
  useSubscriberAccount,
  useSubscriberBilling,
  useSubscriberCommissions,
  useSubscriberRefresh,
} from './api/subscribers.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { refundablePayments } from './refundable-payments.ts';
import type { RefundablePayment } from './refundable-payments.ts';
import { attributionText, commissionText, paidText, STATE_TEXTS, telegramText } from './subscriber-texts.ts';
import styles from './subscribers.module.css';
import { timelineOf } from './timeline.ts';
import type { TimelineEvent } from './timeline.ts';

/** Address of "Paiements" with a search. */
const paymentsOf = (search: string): string =>
  `?${new URLSearchParams({ section: 'paiements', appels: search }).toString()}`;

/** One subscriber: the subscription, and all recorded events in order. */
export function SubscriberTimeline({ id, onBack }: { id: string; onBack: () => void }) {
  const billing = useSubscriberBilling(id);
  const account = useSubscriberAccount(id);
  return (
    <>
      <Button className={styles.back} onClick={onBack}>
        <ArrowLeft />
        Tous les abonnés
      </Button>
      <QueryBoundary title="Abonné" query={billing}>
        {(data) => <Person billing={data} />}
      </QueryBoundary>
      {billing.data && (
        <DashboardSection title="Historique">
          {account.error !== null && (
            <Note>
              L’inscription et les e-mails manquent{'\u00a0'}: {messageOf(account.error)}
            </Note>
          )}
          {billing.data.postbacks.length >= TIMELINE_ROWS && (
            <Note>
              Seuls les {TIMELINE_ROWS} derniers appels du partenaire figurent ici{'\u00a0'}; tous sont dans{' '}
              <TextLink className="in-text" href={paymentsOf(billing.data.subscriber.email)} component={Link}>
                Paiements
              </TextLink>
              .
            </Note>
          )}
          {account.data && account.data.mails.length >= TIMELINE_ROWS && (
            <Note>Seuls les {TIMELINE_ROWS} derniers e-mails figurent ici.</Note>
          )}
          <ol className={styles.timeline}>
            {timelineOf(billing.data, account.data).map((event) => (
              <TimelineRow key={`${event.kind}-${event.id}`} event={event} />
            ))}
          </ol>
        </DashboardSection>
      )}
    </>
  );
}

function Person({ billing }: { billing: SubscriberBilling }) {
  const { subscriber, attribution_reason, next_charge, telegram } = billing;
  const area = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const commissions = useSubscriberCommissions(subscriber.id, billing.entries.length);
  const refresh = useSubscriberRefresh();
  /** Payments to choose from when the dialog was opened; null: closed. */
  const [refunding, setRefunding] = useState<readonly RefundablePayment[] | null>(null);
  const refundable = refundablePayments(billing);
  const orderable = refundable.filter(({ refundable: { is_orderable } }) => is_orderable);
  // The button disappears once the last payment is ordered to be refunded.
  useFocusFallback(area, null, [], title);
  // The row that opened the timeline no longer exists, so the title gets the focus.
  useEffect(() => title.current?.focus(), []);
  const { name, email, state, paid_until, model_slug, affiliate_slug } = subscriber;
  const { label, tone } = STATE_TEXTS[state];
  return (
    <div ref={area}>
      <DashboardSection
        title={name || email}
        level={1}
        titleRef={title}
        action={
          <div className="row">
            <TextLink href={paymentsOf(email)} component={Link}>
              Voir dans Paiements
            </TextLink>
            {orderable.length > 0 && (
              <Button small onClick={() => setRefunding(orderable)}>
                Rembourser
              </Button>
            )}
          </div>
        }
      >
        <p className={styles.summary}>
          <b>{paidText(subscriber)}</b>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <Facts
          facts={[
            { term: 'E-mail', value: email },
            { term: 'Payé jusqu’au', value: paid_until ? formatDate(paid_until) : 'Rien de payé' },
            {
              term: 'Prochain prélèvement',
              value: next_charge
                ? `${formatPrice(next_charge.amount_cents, next_charge.currency)} le ${formatDate(next_charge.at)}`
                : 'Aucun',
            },
            { term: 'Modèle', value: model_slug || '–' },
            { term: 'Attribution', value: attributionText(affiliate_slug, attribution_reason) },
            { term: 'Commission', value: commissionText(commissions.data) },
            ...(telegram ? [{ term: 'Telegram', value: telegramText(telegram) }] : []),
            ...(refundable.length > 0 && orderable.length === 0
              ? [{ term: 'Remboursement', value: 'Dans l’interface du partenaire' }]
              : []),
          ]}
        />
        {commissions.error !== null && (
          <Note>
            La commission manque{'\u00a0'}: {messageOf(commissions.error)}
          </Note>
        )}
        {refunding && (
          <RefundDialog
            subscriber={subscriber}
            payments={refunding}
            onClose={() => setRefunding(null)}
            onSettled={() => void refresh(subscriber.id)}
          />
        )}
      </DashboardSection>
    </div>
  );
}

function TimelineRow({ event: { at, title, detail, amount, transaction } }: { event: TimelineEvent }) {
  return (
    <li>
      <time className="small soft" dateTime={at}>
        {formatDate(at)}, {formatTime(at)}
      </time>
      <p>
        <b>{title}</b>
        {detail && <span className="small soft">{detail}</span>}
        {transaction && (
          <span className="small">
            <TextLink href={paymentsOf(transaction)} component={Link} aria-label={`${transaction} dans Paiements`}>
              {transaction}
            </TextLink>
          </span>
        )}
      </p>
      {amount && <span className={styles.moved}>{amount}</span>}
    </li>
  );
}
