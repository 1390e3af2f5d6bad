import type { AffiliateTerms } from 'contracts/commissions';
import { rateText } from 'contracts/statement-table';
import { ofName, TEXTS } from 'contracts/texts';
import { Suspense, useState } from 'react';
import { Button } from 'ui/button';
import { DashboardSection } from 'ui/dashboard';
import { EmptyState } from 'ui/empty-state';
import { FailedDialog } from 'ui/failed-part';
import { ScrollTable } from 'ui/scroll-table';
import { formatDate, formatPrice, plural } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import styles from './payouts.module.css';

const TermsForm = lazyPage(async () => ({ default: (await import('./terms-form.tsx')).TermsForm }), FailedDialog);

const sinceText = ({ effective_from, next }: AffiliateTerms): string => {
  const since = effective_from ? `depuis le ${formatDate(effective_from)}` : 'conditions du site';
  return next ? `${since}, nouvelles le ${formatDate(next.effective_from)}` : since;
};

/** Lists the commission terms of each affiliate. */
export function TermsSection({ all }: { all: readonly AffiliateTerms[] }) {
  const [editing, setEditing] = useState<AffiliateTerms | null>(null);
  return (
    <DashboardSection
      title="Conditions"
      action={<p className="small soft">Un changement ne modifie pas les commissions passées.</p>}
    >
      {all.length === 0 ? (
        <EmptyState level={3} title={TEXTS.noAffiliates} />
      ) : (
        <ScrollTable
          label="Conditions par affilié"
          columns={[
            { name: 'Affilié' },
            { name: 'Premier paiement', isMain: true },
            { name: 'Renouvellement' },
            { name: 'Retenue' },
            { name: 'Minimum' },
            { name: 'Actions', isHidden: true },
          ]}
          rows={all.map((row) => ({
            id: row.affiliate.id,
            cells: [
              <>
                {row.affiliate.name}
                <br />
                <span className={`small soft ${styles.since}`}>{sinceText(row)}</span>
              </>,
              rateText(row.terms.first),
              rateText(row.terms.renewal),
              plural(row.terms.holding_days, 'jour'),
              formatPrice(row.terms.minimum_cents),
              <Button
                small
                aria-label={`Modifier les conditions ${ofName(row.affiliate.name)}`}
                onClick={() => setEditing(row)}
              >
                Modifier
              </Button>,
            ],
          }))}
        />
      )}
      {editing && (
        <Suspense fallback={null}>
          <TermsForm edited={editing} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </DashboardSection>
  );
}
