import type { OutgoingDelivery, OutgoingEndpoint } from 'contracts/outgoing-postbacks';
import { TEXTS } from 'contracts/texts';
import { Fragment, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { ScrollTable } from 'ui/scroll-table';
import { TextButton } from 'ui/text-link';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { formatDateTime } from 'web-kit/formats';
import { useFocusFallback } from '../focus-fallback/index.tsx';
import { MoreButton } from '../more-button/index.tsx';
import { QueryBoundary } from '../query-boundary/index.tsx';
import { UnsavedDialog, useUnsavedGuard } from '../unsaved/index.tsx';
import { retryDelivery, sendTest, useOutgoing } from './api/outgoing.ts';
import type { OutgoingOwner } from './api/outgoing.ts';
import { AttemptsDialog } from './attempts-dialog.tsx';
import { DELIVERY_EVENT_TEXTS, DELIVERY_STATE_TEXTS, outcomeText } from './delivery-texts.ts';
import styles from './outgoing-postbacks.module.css';
import { SettingsForm } from './settings-form.tsx';

const TITLE = 'Postbacks';
const SETTINGS_TITLE = 'Réglages';

interface OutgoingPostbacksPageProps extends OutgoingOwner {
  /**
   * Renders the choice of the affiliate, in the administrator's panel.
   * @param leave runs a function that leaves the form, once the loss of unsaved input is confirmed
   */
  choice?: (leave: (exit: () => void) => void) => ReactNode;
}

/** Notifications of an affiliate's server: their settings and the outcome of each. */
export function OutgoingPostbacksPage({ choice, ...owner }: OutgoingPostbacksPageProps) {
  const query = useOutgoing(owner);
  const [isUnsaved, setUnsaved] = useState(false);
  /** Navigation to resume after the confirmation; null while none is open. */
  const [pendingExit, setPendingExit] = useState<(() => void) | null>(null);
  const confirmExit = (exit: () => void) => setPendingExit(() => exit);
  useUnsavedGuard(isUnsaved, confirmExit);
  return (
    <>
      <DashboardSection title={TITLE} level={1}>
        {choice && <div className={styles.choice}>{choice((exit) => (isUnsaved ? confirmExit(exit) : exit()))}</div>}
        <div className={styles.parts}>
          <QueryBoundary title={SETTINGS_TITLE} hidesTitle query={query}>
            {({ pages }) => {
              const endpoint = pages[0]?.endpoint ?? null;
              return (
                <Fragment key={owner.slug}>
                  <DashboardSection title={SETTINGS_TITLE} hidesTitle>
                    <SettingsForm
                      owner={owner}
                      endpoint={endpoint}
                      onSaved={() => query.refetch()}
                      onUnsaved={setUnsaved}
                    />
                  </DashboardSection>
                  <Log
                    owner={owner}
                    endpoint={endpoint}
                    deliveries={pages.flatMap(({ deliveries }) => deliveries)}
                    query={query}
                  />
                </Fragment>
              );
            }}
          </QueryBoundary>
        </div>
      </DashboardSection>
      <UnsavedDialog
        open={pendingExit !== null}
        what={TITLE}
        onStay={() => setPendingExit(null)}
        onLeave={() => {
          setPendingExit(null);
          pendingExit?.();
        }}
      />
    </>
  );
}

interface LogProps {
  owner: OutgoingOwner;
  endpoint: OutgoingEndpoint | null;
  deliveries: readonly OutgoingDelivery[];
  query: ReturnType<typeof useOutgoing>;
}

function Log({ owner, endpoint, deliveries, query }: LogProps) {
  const show = useToast();
  const area = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLTableSectionElement>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [opened, setOpened] = useState<OutgoingDelivery | null>(null);
  // The button disappears once its notification has been received.
  useFocusFallback(area, 'tr', ['button'], title);
  const queue = async (key: string, act: () => Promise<unknown>) => {
    setBusy(key);
    try {
      await act();
      show({ tone: 'success', title: TEXTS.success, text: 'La notification part dans un instant.' });
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.updateFailed }) });
    } finally {
      setBusy(null);
      await query.refetch();
    }
  };
  const retryButton = ({ id, event, created_at, state, last_error }: OutgoingDelivery): ReactNode =>
    endpoint?.is_enabled && state !== 'delivered' && last_error !== null ? (
      <Button
        small
        busy={busy === id}
        aria-label={`Réessayer\u00a0: ${DELIVERY_EVENT_TEXTS[event]}, ${formatDateTime(created_at)}`}
        onClick={() => void queue(id, () => retryDelivery(owner, id))}
      >
        Réessayer
      </Button>
    ) : null;
  const attemptCount = (delivery: OutgoingDelivery): ReactNode =>
    delivery.attempt_log.length > 0 ? (
      <TextButton
        aria-haspopup="dialog"
        aria-label={`Essais\u00a0: ${delivery.attempts}, ${DELIVERY_EVENT_TEXTS[delivery.event]}, ${formatDateTime(delivery.created_at)}`}
        onClick={() => setOpened(delivery)}
      >
        {delivery.attempts}
      </TextButton>
    ) : (
      String(delivery.attempts)
    );
  return (
    <div ref={area}>
      <DashboardSection
        title="Notifications"
        titleRef={title}
        action={
          endpoint?.is_enabled && (
            <Button busy={busy === 'test'} onClick={() => void queue('test', () => sendTest(owner))}>
              Envoyer un test
            </Button>
          )
        }
      >
        {deliveries.length === 0 ? (
          <EmptyState level={3} title="Aucune notification envoyée pour le moment." />
        ) : (
          <ScrollTable
            label="Notifications"
            bodyRef={rows}
            columns={[
              { name: 'Évènement' },
              { name: 'État', text: true },
              { name: 'Essais' },
              { name: 'Dernier résultat', text: true },
              { name: 'Prochain essai', text: true },
              { name: 'Actions', isHidden: true },
            ]}
            rows={deliveries.map((delivery) => {
              const { text, tone } = DELIVERY_STATE_TEXTS[delivery.state];
              return {
                id: delivery.id,
                cells: [
                  <>
                    {DELIVERY_EVENT_TEXTS[delivery.event]}
                    <br />
                    <span className="small soft">{formatDateTime(delivery.created_at)}</span>
                  </>,
                  <Badge tone={tone}>{text}</Badge>,
                  attemptCount(delivery),
                  <>
                    {outcomeText(delivery.last_status, delivery.last_error)}
                    {delivery.host !== null && (
                      <>
                        <br />
                        <span className={`small soft ${styles.host}`}>{delivery.host}</span>
                      </>
                    )}
                  </>,
                  delivery.next_attempt_at === null ? '–' : formatDateTime(delivery.next_attempt_at),
                  retryButton(delivery),
                ],
              };
            })}
          />
        )}
        <MoreButton query={query} rows={rows} />
        {opened && <AttemptsDialog delivery={opened} onClose={() => setOpened(null)} />}
      </DashboardSection>
    </div>
  );
}
