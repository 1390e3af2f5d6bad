import { isSlug } from 'contracts/slugs';
import { ofName, TEXTS } from 'contracts/texts';
import { EmptyState } from 'ui/empty-state';
import { isOutage } from 'web-kit/api';
import { useDocumentTitle } from 'web-kit/page-head';
import { useLocation, useParams } from 'web-kit/router';
import { adminSession, affiliateSession } from 'web-kit/session';
import { CenteredPage, HomeLink, LoadFailurePage, LoadingPage } from '../features/layout/index.ts';
import { useModelPreview } from '../features/models/index.ts';
import { Profile } from './model.tsx';
import styles from './preview.module.css';

/** An unpublished model as its page would look (docs/domain.md#publication). */
export default function PreviewPage() {
  const { modelSlug = '' } = useParams();
  const panel = new URLSearchParams(useLocation().search).get('panneau');
  const session = panel !== null && isSlug(panel) ? affiliateSession(panel) : adminSession;
  const query = useModelPreview(modelSlug, session);
  const { data: model, isPending, error } = query;
  useDocumentTitle('preview', { name: model?.name, missing: model ? undefined : TEXTS.modelNotFound });
  if (isPending) return <LoadingPage />;
  if (!model && error && isOutage(error))
    return <LoadFailurePage title="Impossible d’afficher l’aperçu" query={query} />;
  if (!model)
    return (
      <CenteredPage>
        <EmptyState title={TEXTS.modelNotFound} level={1}>
          <p className="soft">L’aperçu s’ouvre depuis le panneau, tant que vous y êtes connecté.</p>
          <HomeLink variant="primary" />
        </EmptyState>
      </CenteredPage>
    );
  return (
    <>
      <aside className={styles.banner} aria-label="Aperçu">
        Aperçu {ofName(model.name)}&nbsp;: les visiteurs ne voient pas cette page.
      </aside>
      <Profile model={model} />
    </>
  );
}
