import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import { OutgoingPostbacksPage } from 'panel/outgoing-postbacks';
import { QueryBoundary } from 'panel/query-boundary';
import { useState } from 'react';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { Select } from 'ui/select';
import { adminSession } from 'web-kit/session';
import { useAffiliates } from '../features/affiliates/index.ts';

const TITLE = 'Postbacks';

/** The notifications of one affiliate's server, which the administrator chooses. */
export function OutgoingPostbacksOfAffiliate() {
  return (
    <QueryBoundary title={TITLE} level={1} query={useAffiliates()}>
      {(affiliates) => <OfAffiliate affiliates={affiliates} />}
    </QueryBoundary>
  );
}

function OfAffiliate({ affiliates }: { affiliates: readonly AffiliateView[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const slug = affiliates.find((affiliate) => affiliate.slug === chosen)?.slug ?? affiliates[0]?.slug;
  if (slug === undefined)
    return (
      <DashboardSection title={TITLE} level={1}>
        <EmptyState level={2} title={TEXTS.noAffiliates} />
      </DashboardSection>
    );
  return (
    <OutgoingPostbacksPage
      key={slug}
      session={adminSession}
      slug={slug}
      choice={(leave) => (
        <Select label="Affilié" value={slug} onChange={({ target: { value } }) => leave(() => setChosen(value))}>
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
