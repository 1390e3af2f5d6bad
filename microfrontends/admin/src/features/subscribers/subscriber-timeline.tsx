import { TIMELINE_ROWS } from 'contracts/limits';
import type { SubscriberBilling, SubscriberCommissions } from 'contracts/operations/subscribers';
import Ban from 'lucide-react/icons/ban';
import CreditCard from 'lucide-react/icons/credit-card';
import ExternalLink from 'lucide-react/icons/external-link';
import FileText from 'lucide-react/icons/file-text';
import Mail from 'lucide-react/icons/mail';
import Radio from 'lucide-react/icons/radio';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import UserPlus from 'lucide-react/icons/user-plus';
import { QueryBoundary } from 'panel/query-boundary';
import { useFocusFallback } from 'panel/focus-fallback';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { Facts } from 'ui/facts';
import { Note } from 'ui/note';
import { TextButton, TextLink } from 'ui/text-link';
import { formatDate, formatDateTime } from 'web-kit/formats';
import { messageOf } from 'web-kit/api';
import { Link } from 'web-kit/router';
import { useSourceNames } from '../source-names/index.ts';
import type { SourceNames } from '../source-names/index.ts';
import {
  useSubscriberAccount,
  useSubscriberBilling,
  useSubscriberCommissions,
  useSubscriberRefresh,
} from './api/subscribers.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { refundablePayments } from './refundable-payments.ts';
import type { RefundablePayment } from './refundable-payments.ts';
import {
  attributionText,
  chargeFact,
  commissionText,
  paidText,
  STATE_TEXTS,
  stateText,
  telegramText,
} from './subscriber-texts.ts';
import styles from './subscribers.module.css';
import { timelineOf } from './timeline.ts';
import type { TimelineEvent } from './timeline.ts';

/** Address of "Paiements" with a search. */
const paymentsOf = (search: string): string =>
  `?${new URLSearchParams({ section: 'paiements', appels: search }).toString()}`;

/** One subscriber: all recorded events in order, and the facts of the subscription beside them. */
export function SubscriberTimeline({ id, onBack }: { id: string; onBack: () => void }) {
  const billing = useSubscriberBilling(id);
  // Called here, so that both requests start at the same time.
  const account = useSubscriberAccount(id);
  const names = useSourceNames();
  return (
    <>
      <p className={`small soft ${styles.crumbs}`}>
        <TextButton onClick={onBack}>Abonnés</TextButton>
        {billing.data && (
          <>
            {' / '}
            <span>{billing.data.subscriber.email}</span>
          </>
        )}
      </p>
      <QueryBoundary title="Abonné" level={1} query={billing}>
        {(data) => <Person billing={data} account={account} names={names} />}
      </QueryBoundary>
    </>
  );
}

interface PersonProps {
  billing: SubscriberBilling;
  account: Pick<ReturnType<typeof useSubscriberAccount>, 'data' | 'error'>;
  names: SourceNames;
}

function Person({ billing, account, names }: PersonProps) {
  const { subscriber } = billing;
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
  const { name, email, state } = subscriber;
  return (
    <div ref={area}>
      <DashboardSection
        title={name || email}
        level={1}
        titleRef={title}
        action={
          <div className="row">
            <Badge tone={STATE_TEXTS[state].tone}>{stateText(subscriber)}</Badge>
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
        <div className={styles.panels}>
          <Timeline billing={billing} account={account} names={names} />
          <section className={styles.panel} aria-labelledby="facts">
            <h2 className="heading" id="facts">
              Fiche
            </h2>
            <Facts facts={factsOf(billing, names, commissions.data, refundable.length > 0 && orderable.length === 0)} />
            {commissions.error !== null && (
              <Note>
                La commission manque{'\u00a0'}: {messageOf(commissions.error)}
              </Note>
            )}
          </section>
        </div>
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

/** @param isRefundedElsewhere whether the payments can be refunded only in the partner’s own interface */
const factsOf = (
  billing: SubscriberBilling,
  { modelName, affiliateName }: SourceNames,
  commissions: SubscriberCommissions | undefined,
  isRefundedElsewhere: boolean,
): { term: string; value: string }[] => {
  const { subscriber, attribution_reason, telegram } = billing;
  const { state, paid_until, model_slug, affiliate_slug } = subscriber;
  return [
    { term: 'État', value: STATE_TEXTS[state].label },
    { term: 'Payé en tout', value: paidText(subscriber) },
    { term: 'Payé jusqu’au', value: paid_until ? formatDate(paid_until) : 'Rien de payé' },
    chargeFact(billing),
    { term: 'Modèle', value: model_slug ? modelName(model_slug) : '–' },
    {
      term: 'Affilié',
      value: attributionText(affiliate_slug === null ? null : affiliateName(affiliate_slug), attribution_reason),
    },
    { term: 'Commission', value: commissionText(commissions) },
    ...(telegram ? [{ term: 'Telegram', value: telegramText(telegram) }] : []),
    ...(isRefundedElsewhere ? [{ term: 'Remboursement', value: 'Dans l’interface du partenaire' }] : []),
  ];
};

function Timeline({ billing, account, names }: PersonProps) {
  return (
    <section className={styles.panel} aria-label="Historique">
      {account.error !== null && (
        <Note>
          L’inscription et les e-mails manquent{'\u00a0'}: {messageOf(account.error)}
        </Note>
      )}
      {billing.postbacks.length >= TIMELINE_ROWS && (
        <Note>
          Seuls les {TIMELINE_ROWS} derniers appels du partenaire figurent ici{'\u00a0'}; tous sont dans{' '}
          <TextLink className="in-text" href={paymentsOf(billing.subscriber.email)} component={Link}>
            Paiements
          </TextLink>
          .
        </Note>
      )}
      {billing.checkouts.length >= TIMELINE_ROWS && (
        <Note>Seules les {TIMELINE_ROWS} dernières pages de paiement ouvertes figurent ici.</Note>
      )}
      {account.data && account.data.mails.length >= TIMELINE_ROWS && (
        <Note>Seuls les {TIMELINE_ROWS} derniers e-mails figurent ici.</Note>
      )}
      <ol className={styles.timeline}>
        {timelineOf(billing, account.data, names).map((event) => (
          <TimelineRow key={`${event.kind}-${event.id}`} event={event} />
        ))}
      </ol>
    </section>
  );
}

const ICONS: Record<TimelineEvent['kind'], ReactNode> = {
  registration: <UserPlus />,
  checkout: <ExternalLink />,
  payment: <CreditCard />,
  refund: <Undo2 />,
  entry: <FileText />,
  decline: <TriangleAlert />,
  postback: <Radio />,
  request: <Ban />,
  order: <Undo2 />,
  mail: <Mail />,
};

function TimelineRow({ event: { at, kind, title, detail, amount, transaction } }: { event: TimelineEvent }) {
  return (
    <li data-kind={kind}>
      <span className={styles.mark} aria-hidden="true">
        {ICONS[kind]}
      </span>
      <div>
        <b>{title}</b>
        <p className="small soft">
          <time dateTime={at}>{formatDateTime(at)}</time>
          {transaction && (
            <>
              {', '}
              <TextLink
                className="in-text"
                href={paymentsOf(transaction)}
                component={Link}
                aria-label={`${transaction} dans Paiements`}
              >
                {transaction}
              </TextLink>
            </>
          )}
        </p>
        {detail && <p className="small soft">{detail}</p>}
      </div>
      {amount && <span className={styles.moved}>{amount}</span>}
    </li>
  );
}
