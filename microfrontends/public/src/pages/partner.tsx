import { OFFER_TEXTS } from 'contracts/offer';
import { TEXTS } from 'contracts/texts';
import { EmptyState } from 'ui/empty-state';
import { ButtonLink } from 'ui/button';
import { Hero } from 'ui/hero';
import { RetryButton } from 'ui/retry-button';
import { headingOf, useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, useParams } from 'web-kit/router';
import { CenteredPage, Footer, HomeLink, LoadingPage } from '../features/layout/index.ts';
import { usePartner } from '../features/partners/index.ts';
import { HERO } from '../pictures/hero.ts';

/** Landing page for a partner's visitors. */
export function PartnerPage() {
  const { slug = '' } = useParams();
  const { data: partner, isPending, isFetching, refetch } = usePartner(slug);
  useDocumentTitle(slug === '' ? 'partnerWithoutSlug' : 'partner', {
    missing: partner === null ? TEXTS.affiliateNotFound : undefined,
  });

  if (slug === '') return <PartnerError title={headingOf('partnerWithoutSlug')} />;
  if (isPending) return <LoadingPage />;
  if (partner === null) return <PartnerError title={TEXTS.affiliateNotFound} />;
  if (!partner)
    return <PartnerError title={TEXTS.dataLoadFailed} retry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <>
      <main id="main">
        <Hero
          picture={HERO}
          title={headingOf('partner')}
          lead={`Bienvenue\u00a0! ${partner.name} vous ouvre les coulisses\u00a0: répétitions, loges et lives du soir, en photos et en vidéos. ${OFFER_TEXTS.both}.`}
        >
          <ButtonLink variant="primary" caps href={paths.homeFromAffiliate(partner.slug)} component={Link}>
            {TEXTS.discoverContent}
          </ButtonLink>
        </Hero>
      </main>
      <Footer />
    </>
  );
}

function PartnerError({ title, retry, isRetrying }: { title: string; retry?: () => void; isRetrying?: boolean }) {
  return (
    <CenteredPage>
      <EmptyState title={title} level={1}>
        {retry && <RetryButton variant="primary" busy={isRetrying} onRetry={retry} />}
        <HomeLink variant={retry ? 'ghost' : 'primary'} />
      </EmptyState>
    </CenteredPage>
  );
}
