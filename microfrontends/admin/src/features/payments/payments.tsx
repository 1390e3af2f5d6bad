import type { PostbackList, StoredPostback } from 'contracts/operations/postbacks';
import Upload from 'lucide-react/icons/upload';
import { useFocusFallback } from 'panel/focus-fallback';
import { useListFilters } from 'panel/list-filters';
import { LoadFailure } from 'panel/load-failure';
import { MoreButton } from 'panel/more-button';
import { QueryBoundary } from 'panel/query-boundary';
import { useRef, useState } from 'react';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { Loading, Skeleton } from 'ui/skeleton';
import { TextButton } from 'ui/text-link';
import { formatMoment, formatNumber, plural } from 'web-kit/formats';
import { useSourceNames } from '../source-names/index.ts';
import { usePostbacks, useUnmatchedPostbacks } from './api/list-postbacks.ts';
import { DEFAULT_CHOICE, FilterBar, filterOf, periodOf, WHOLE_PERIOD } from './filter-bar.tsx';
import styles from './payments.module.css';
import { PostbackDialog } from './postback-dialog.tsx';
import { PostbackTable } from './postback-table.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { UnmatchedList } from './unmatched-list.tsx';

/** Names of the filters in the address. */
const NAMES = { search: 'appels', show: 'verdict', days: 'jours', model: 'modele' } as const;

/** Number of unmatched postbacks shown above the list. */
const SHOWN_UNMATCHED = 5;

const summaryText = ({ received_30_days, last_received_at }: PostbackList['summary']): string =>
  `${plural(received_30_days, 'appel')} du partenaire en 30\u00a0jours${
    last_received_at === null ? '' : `, le dernier ${formatMoment(last_received_at, Date.now())}`
  }`;

/** Page of all calls of the payment partner with their verdicts, and of the unmatched ones. */
export function Payments() {
  const area = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLTableSectionElement>(null);
  const [choice, setChoice] = useListFilters(NAMES, DEFAULT_CHOICE);
  const [opened, setOpened] = useState<StoredPostback | null>(null);
  const [comparing, setComparing] = useState(false);
  const unmatched = useUnmatchedPostbacks();
  const names = useSourceNames();
  const { search } = choice;
  const show = filterOf(choice.show);
  const period = periodOf(choice);
  const query = usePostbacks({
    search,
    show,
    days: period === WHOLE_PERIOD ? undefined : Number(period),
    model: choice.model || undefined,
  });
  const postbacks = [
    ...new Map(query.data?.pages.flatMap((page) => page.postbacks).map((row) => [row.id, row])).values(),
  ];
  const summary = unmatched.data?.summary;
  const isSearched = search !== '' || show !== undefined || choice.model !== '';
  // Without a search, verdict or model nothing in the period, though something was received before.
  const isBefore = !isSearched && period !== WHOLE_PERIOD && Boolean(summary?.last_received_at);

  // A matched or reviewed postback leaves its list together with its button.
  useFocusFallback(area, null, ['h1']);

  // The button disappears with the filters, so the title gets the focus.
  const showAll = () => {
    setChoice({ ...DEFAULT_CHOICE, days: WHOLE_PERIOD });
    title.current?.focus();
  };
  // The error message disappears with its button, so the title gets the focus.
  const retryUnmatched = async () => {
    await unmatched.refetch();
    title.current?.focus();
  };
  const reload = () => {
    setOpened(null);
    void unmatched.refetch();
    void query.refetch();
  };

  return (
    <div ref={area} className={styles.page}>
      <DashboardSection
        title="Paiements"
        level={1}
        titleRef={title}
        action={
          <Button onClick={() => setComparing(true)}>
            <Upload />
            Comparer un relevé CSV
          </Button>
        }
      >
        {summary && <p className="small soft">{summaryText(summary)}</p>}
      </DashboardSection>
      {(summary ? summary.unmatched > 0 : unmatched.errorUpdateCount > 0) && (
        <section className={styles.waiting} aria-labelledby="unmatched">
          <div className={styles.head}>
            <h2 className="heading" id="unmatched">
              Sans correspondance
            </h2>
            {summary && <p className="small soft">{formatNumber(summary.unmatched)} à rapprocher</p>}
          </div>
          {summary ? (
            <UnmatchedList postbacks={unmatched.data?.postbacks.slice(0, SHOWN_UNMATCHED) ?? []} onOpen={setOpened} />
          ) : unmatched.error ? (
            <LoadFailure error={unmatched.error} onRetry={() => void retryUnmatched()} />
          ) : (
            <Loading>
              <Skeleton shape="wide" />
            </Loading>
          )}
          {summary && summary.unmatched > SHOWN_UNMATCHED && (
            <TextButton onClick={() => setChoice({ ...DEFAULT_CHOICE, show: 'review', days: WHOLE_PERIOD })}>
              Voir les autres sous «{'\u00a0'}À regarder{'\u00a0'}»
            </TextButton>
          )}
        </section>
      )}
      <FilterBar choice={choice} models={names.models} onChange={setChoice} />
      <QueryBoundary title="Appels" hidesTitle query={query}>
        {() => (
          <DashboardSection title="Appels" hidesTitle>
            {postbacks.length === 0 ? (
              <EmptyState
                level={3}
                title={
                  isSearched
                    ? 'Aucun appel ne correspond à votre recherche.'
                    : isBefore
                      ? 'Aucun appel sur cette période.'
                      : 'Le partenaire n’a encore envoyé aucun appel.'
                }
              >
                {(isSearched || isBefore) && <Button onClick={showAll}>Tout afficher</Button>}
              </EmptyState>
            ) : (
              <PostbackTable postbacks={postbacks} names={names} bodyRef={rows} onOpen={setOpened} />
            )}
            <MoreButton query={query} rows={rows} />
          </DashboardSection>
        )}
      </QueryBoundary>
      {comparing && <ReportDialog partner={postbacks[0]?.partner ?? ''} onClose={() => setComparing(false)} />}
      {opened && <PostbackDialog postback={opened} onClose={() => setOpened(null)} onChanged={reload} />}
    </div>
  );
}
