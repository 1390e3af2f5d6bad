import { useListFilters } from 'panel/list-filters';
import { MoreButton } from 'panel/more-button';
import { QueryBoundary } from 'panel/query-boundary';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { useSearchParams } from 'web-kit/router';
import { useSourceNames } from '../source-names/index.ts';
import { useSubscribers } from './api/subscribers.ts';
import { EVERYTHING, FilterBar, stateOf } from './filter-bar.tsx';
import { SubscriberTable } from './subscriber-table.tsx';
import { SubscriberTimeline } from './subscriber-timeline.tsx';

/** Names of the filters in the address. */
const NAMES = { search: 'abonnes', state: 'etat', affiliate: 'source', model: 'modele' } as const;
/** Query parameter with the id of the person whose timeline is open. */
const PERSON = 'abonne';

/** Page of subscribers with payments and sources, and the timeline of one of them. */
export function Subscribers() {
  const [parameters, setParameters] = useSearchParams();
  const id = parameters.get(PERSON);
  const [lastId, setLastId] = useState(id);
  if (id !== null && id !== lastId) setLastId(id);
  const open = (person: string | null) => {
    const address = new URLSearchParams(parameters);
    if (person === null) address.delete(PERSON);
    else address.set(PERSON, person);
    setParameters(address);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  return id === null ? (
    <SubscriberList lastId={lastId} onOpen={open} />
  ) : (
    <SubscriberTimeline id={id} onBack={() => open(null)} />
  );
}

interface SubscriberListProps {
  /** Id of the subscriber whose timeline was open; null when none was. */
  lastId: string | null;
  onOpen: (id: string) => void;
}

function SubscriberList({ lastId, onOpen }: SubscriberListProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const rows = useRef<HTMLTableSectionElement>(null);
  const [choice, setChoice] = useListFilters(NAMES, EVERYTHING);
  const names = useSourceNames();
  const query = useSubscribers({
    search: choice.search,
    state: stateOf(choice.state),
    affiliate: choice.affiliate || undefined,
    model: choice.model || undefined,
  });
  const subscribers = [
    ...new Map(query.data?.pages.flatMap((page) => page.subscribers).map((row) => [row.id, row])).values(),
  ];
  const isFiltered = Object.values(choice).some((part) => part !== '');

  // The button is removed with the timeline: the row that opened it gets the focus.
  const returned = useRef(lastId);
  useEffect(() => {
    if (returned.current === null || !query.data) return;
    const row = Array.from(rows.current?.rows ?? []).find(({ dataset }) => dataset.id === returned.current);
    returned.current = null;
    if (document.activeElement === document.body) (row?.querySelector('button') ?? title.current)?.focus();
  }, [query.data]);

  // The button disappears with the filters, so the title gets the focus.
  const showAll = () => {
    setChoice(EVERYTHING);
    title.current?.focus();
  };

  return (
    <>
      <DashboardSection title="Abonnés" level={1} titleRef={title}>
        <FilterBar choice={choice} names={names} onChange={setChoice} />
      </DashboardSection>
      <QueryBoundary title="Liste" query={query}>
        {() => (
          <DashboardSection title="Liste">
            {subscribers.length === 0 ? (
              <EmptyState
                level={3}
                title={
                  isFiltered ? 'Aucun abonné ne correspond à votre recherche.' : 'Personne ne s’est encore inscrit.'
                }
              >
                {isFiltered && <Button onClick={showAll}>Tout afficher</Button>}
              </EmptyState>
            ) : (
              <SubscriberTable subscribers={subscribers} names={names} bodyRef={rows} onOpen={onOpen} />
            )}
            <MoreButton query={query} rows={rows} />
          </DashboardSection>
        )}
      </QueryBoundary>
    </>
  );
}
