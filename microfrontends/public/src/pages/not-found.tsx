import { TEXTS } from 'contracts/texts';
import { EmptyState } from 'ui/empty-state';
import { useDocumentTitle } from 'web-kit/page-head';
import { CenteredPage, HomeLink } from '../features/layout/index.ts';

export function NotFoundPage() {
  useDocumentTitle(null, { missing: TEXTS.notFoundPage });
  return (
    <CenteredPage>
      <EmptyState title={<span lang="en">{TEXTS.notFoundPage}</span>} level={1}>
        <p className="soft">Cette page n’existe pas, ou n’existe plus.</p>
        <HomeLink variant="primary" />
      </EmptyState>
    </CenteredPage>
  );
}
