import type { AffiliateView } from 'contracts/affiliates';
import { TEXTS } from 'contracts/texts';
import { OutgoingPostbacksPage } from 'panel/outgoing-postbacks';
import { useState } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Select } from 'ui/select';
import { adminSession } from 'web-kit/session';

/** The notifications of one affiliate's server, which the administrator chooses. */
export function OutgoingPostbacksOfAffiliate({ affiliates }: { affiliates: readonly AffiliateView[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const slug = affiliates.find((affiliate) => affiliate.slug === chosen)?.slug ?? affiliates[0]?.slug;
  if (slug === undefined) return <EmptyState title={TEXTS.noAffiliates} />;
  return (
    <OutgoingPostbacksPage
      key={slug}
      session={adminSession}
      slug={slug}
      choice={
        <Select label="Affilié" value={slug} onChange={({ target }) => setChosen(target.value)}>
          {affiliates.map((affiliate) => (
            <option key={affiliate.id} value={affiliate.slug}>
              {affiliate.name}
            </option>
          ))}
        </Select>
      }
    />
  );
}
