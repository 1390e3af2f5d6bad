import { OFFER_TEXTS } from 'contracts/offer';
import { Suspense, useEffect } from 'react';
import { Button, ButtonLink } from 'ui/button';
import { Hero } from 'ui/hero';
import { authModal } from 'web-kit/auth-modal';
import { plural } from 'web-kit/formats';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, useLocation } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useForgotLink, useReminderStop, useRequestedPage, useResumePayment } from '../features/auth/index.ts';
import { Footer } from '../features/layout/index.ts';
import { FavouritesSection } from '../features/marks/index.ts';
import { ModelWallSection, MODELS_ANCHOR, TonightSection, useModelList } from '../features/models/index.ts';
import { useAccess } from '../features/subscription/index.ts';
import { HERO } from '../pictures/hero.ts';

const register = () => authModal.open('register');

export function HomePage() {
  const isVisitor = useSession(subscriberSession) === null;
  const access = useAccess();
  useDocumentTitle('home');
  useResumePayment();
  useRequestedPage();
  useForgotLink();
  useReminderStop();
  useModelsInSight();
  return (
    <>
      <main id="main">
        {access.kind === 'paid' ? (
          <WelcomeBack />
        ) : (
          <Hero
            picture={HERO}
            title="De l’autre côté du rideau"
            lead={`Répétitions, loges, lives du soir\u00a0: celles et ceux qui font le spectacle vous ouvrent leurs coulisses. ${OFFER_TEXTS.both}.`}
          >
            {isVisitor ? (
              <>
                <Button variant="primary" onClick={register}>
                  Commencer maintenant
                </Button>
                <Button variant="onPicture" onClick={() => authModal.open('login')}>
                  Se connecter
                </Button>
              </>
            ) : (
              <>
                <ButtonLink variant="primary" href={`#${MODELS_ANCHOR}`}>
                  Voir les modèles
                </ButtonLink>
                <ButtonLink variant="onPicture" href={paths.paymentStatus()} component={Link}>
                  Mon accès
                </ButtonLink>
              </>
            )}
          </Hero>
        )}
        {!isVisitor && (
          <Suspense fallback={null}>
            <FavouritesSection />
          </Suspense>
        )}
        <TonightSection />
        <ModelWallSection />
        {isVisitor && (
          <section className="page closing">
            <h2 className="poster">Entrez par la porte des artistes</h2>
            <p className="lead">Le compte est gratuit. Pour tout voir&nbsp;: {OFFER_TEXTS.today}.</p>
            <Button variant="primary" onClick={register}>
              Créer un compte gratuit
            </Button>
          </section>
        )}
      </main>
      <Footer />
    </>
  );
}

/** Head of the home page for subscribers who have paid, without an offer. */
function WelcomeBack() {
  const user = useSession(subscriberSession)?.user;
  const { live } = useModelList();
  const name = user?.firstName || user?.username;
  const lead =
    live !== null && live > 0
      ? `${plural(live, 'live')} en ce moment, et toutes les coulisses vous sont ouvertes.`
      : 'Toutes les coulisses vous sont ouvertes.';
  return <Hero short picture={HERO} title={name ? `Bonsoir, ${name}` : 'Bonsoir'} lead={lead} />;
}

/** Scrolls to the models, as the router does not follow anchors. */
const useModelsInSight = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${MODELS_ANCHOR}`) document.getElementById(MODELS_ANCHOR)?.scrollIntoView();
  }, [hash, key]);
};
