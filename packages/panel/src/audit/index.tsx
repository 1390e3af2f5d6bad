import type { AuditPage as Page } from 'contracts/audit';
import { TEXTS } from 'contracts/texts';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { useQuery } from 'web-kit/query';
import type { PanelOwner } from '../panel-owner.ts';
import { QueryBoundary } from '../query-boundary/index.tsx';
import { SaveButton } from '../save-button/index.tsx';
import { AUDIT_KEY, loadAudit, saveAudit } from './api/get-audit.ts';
import type { AuditFilters } from './api/get-audit.ts';
import styles from './audit.module.css';
import { dayTitle, daysOf } from './days.ts';
import { EntryRow } from './entry-row.tsx';
import { FilterBar } from './filter-bar.tsx';
import { restorableIn } from './restorable.ts';
import { useFilters } from './use-filters.ts';

/** Audit trail with its filters: actor, change and time of each entry. */
export function AuditPage(owner: PanelOwner) {
  const { filters, clear } = useFilters();
  const title = useRef<HTMLHeadingElement>(null);
  // The button, which has the focus, disappears with the filters.
  const showAll = () => {
    clear();
    title.current?.focus();
  };
  return (
    <>
      <DashboardSection
        title="Journal"
        level={1}
        titleRef={title}
        action={<SaveButton save={() => saveAudit(owner, filters)} />}
      >
        <FilterBar />
      </DashboardSection>
      <Trail key={JSON.stringify(filters)} owner={owner} filters={filters} onClear={showAll} />
    </>
  );
}

interface TrailProps {
  owner: PanelOwner;
  filters: AuditFilters;
  onClear: () => void;
}

function Trail(props: TrailProps) {
  const { owner, filters } = props;
  const query = useQuery({
    queryKey: [AUDIT_KEY, owner.slug, filters],
    queryFn: ({ signal }) => loadAudit(owner, filters, undefined, signal),
    staleTime: 0,
  });
  return (
    <QueryBoundary title="Changements" query={query}>
      {(first) => <Entries first={first} {...props} />}
    </QueryBoundary>
  );
}

function Entries({ first, owner, filters, onClear }: TrailProps & { first: Page }) {
  const show = useToast();
  const [later, setLater] = useState<readonly Page[]>([]);
  const [busy, setBusy] = useState(false);
  const [now] = useState(() => Date.now());
  const list = useRef<HTMLDivElement>(null);
  /** Id of the first entry of the page requested last. */
  const [added, setAdded] = useState<string | null>(null);
  // The button disappears with the last page: the focus moves to that page's first entry.
  useEffect(() => {
    if (added !== null) list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(added)}"]`)?.focus();
  }, [added]);

  const pages = [first, ...later];
  const next = pages.at(-1)?.next ?? null;
  const entries = [...new Map(pages.flatMap((page) => page.entries).map((entry) => [entry.id, entry])).values()];
  const restorable = restorableIn(entries, filters);
  const more = async (before: string) => {
    setBusy(true);
    try {
      const page = await loadAudit(owner, filters, before);
      setLater((known) => [...known, page]);
      const ids = new Set(entries.map(({ id }) => id));
      setAdded(page.entries.find(({ id }) => !ids.has(id))?.id ?? null);
    } catch (failure) {
      show({ tone: 'error', title: TEXTS.error, text: messageOf(failure) });
    } finally {
      setBusy(false);
    }
  };
  if (entries.length === 0) {
    return (
      <DashboardSection title="Changements">
        {Object.keys(filters).length > 0 ? (
          <EmptyState level={3} title="Aucun changement ne correspond à ces filtres.">
            <Button onClick={onClear}>Tout afficher</Button>
          </EmptyState>
        ) : (
          <EmptyState level={3} title="Aucun changement pour le moment." />
        )}
      </DashboardSection>
    );
  }
  return (
    <DashboardSection title="Changements">
      <div ref={list} className={styles.days}>
        {daysOf(entries).map(({ day, entries: ofDay }) => (
          <section key={day} aria-labelledby={`journal-${day}`}>
            <h3 id={`journal-${day}`} className="heading">
              <time dateTime={day}>{dayTitle(day, now)}</time>
            </h3>
            <ol className={styles.entries}>
              {ofDay.map((entry) => (
                <EntryRow key={entry.id} owner={owner} isRestorable={restorable.has(entry.id)} entry={entry} />
              ))}
            </ol>
          </section>
        ))}
      </div>
      {next && (
        <div className={styles.more}>
          <Button busy={busy} onClick={() => void more(next)}>
            Voir plus
          </Button>
        </div>
      )}
    </DashboardSection>
  );
}
