import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import { useListFilters } from 'panel/list-filters';
import { OutgoingPostbacksPage } from 'panel/outgoing-postbacks';
import { QueryBoundary } from 'panel/query-boundary';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { Select } from 'ui/select';
import { adminSession } from 'web-kit/session';
import { useAffiliates } from '../features/affiliates/index.ts';

const TITLE = 'Postbacks';

/** Names of the filters in the address. */
const NAMES = { affiliate: 'affilie' } as const;
/** Selects the first affiliate. */
const DEFAULT_CHOICE = { affiliate: '' };

/** Notifications sent to the server of one affiliate, chosen by the administrator. */
export function OutgoingPostbacksOfAffiliate() {
  return (
    <QueryBoundary title={TITLE} level={1} query={useAffiliates()}>
      {(affiliates) => <OfAffiliate affiliates={affiliates} />}
    </QueryBoundary>
  );
}

function OfAffiliate({ affiliates }: { affiliates: readonly AffiliateView[] }) {
  const [choice, setChoice] = useListFilters(NAMES, DEFAULT_CHOICE);
  const slug = affiliates.find((affiliate) => affiliate.slug === choice.affiliate)?.slug ?? affiliates[0]?.slug;
  if (slug === undefined)
    return (
      <DashboardSection title={TITLE} level={1}>
        <EmptyState level={2} title={TEXTS.noAffiliates} />
      </DashboardSection>
    );
  return (
    <OutgoingPostbacksPage
      session={adminSession}
      slug={slug}
      choice={(leave) => (
        <Select
          label="Affilié"
          value={slug}
          onChange={({ target: { value } }) => leave(() => setChoice({ affiliate: value }))}
        >
          {affiliates.map((affiliate) => (
            <option key={affiliate.id} value={affiliate.slug}>
              {affiliate.name}
            </option>
          ))}
        </Select>
      )}
    />
  );
}
