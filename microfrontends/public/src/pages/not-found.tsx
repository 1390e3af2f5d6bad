import { TEXTS } from 'contracts/texts';
import { EmptyState } from 'ui/empty-state';
import { useDocumentTitle } from 'web-kit/page-head';
import { HomeLink } from '../features/layout/home-link.tsx';
import { CenteredPage } from '../features/layout/page-frame.tsx';

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
