import { OFFER_TEXTS } from 'contracts/offer';
import { useEffect } from 'react';
import { Button, ButtonLink } from 'ui/button';
import { Hero } from 'ui/hero';
import { authModal } from 'web-kit/auth-modal';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, useLocation } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useResumePayment } from '../features/auth/resume-payment.ts';
import { useForgotLink } from '../features/auth/forgot-link.ts';
import { Footer } from '../features/layout/page-frame.tsx';
import { ModelWallSection, MODELS_ANCHOR } from '../features/models/model-wall-section.tsx';
import { HERO } from '../pictures/hero.ts';

const register = () => authModal.open('register');

export function HomePage() {
  const isVisitor = useSession(subscriberSession) === null;
  useDocumentTitle('home');
  useResumePayment();
  useForgotLink();
  useModelsInSight();
  return (
    <>
      <main id="main">
        <Hero
          picture={HERO}
          title="De l’autre côté du rideau"
          lead={`Répétitions, loges, lives du soir : celles et ceux qui font le spectacle vous ouvrent leurs coulisses. ${OFFER_TEXTS.price} ${OFFER_TEXTS.first}.`}
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
        <ModelWallSection />
        {isVisitor && (
          <section className="page closing">
            <h2 className="poster">Entrez par la porte des artistes</h2>
            <p className="lead">
              Le compte est gratuit. Le premier mois est à {OFFER_TEXTS.price}, {OFFER_TEXTS.later}.
            </p>
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

/** Scrolls to the models: the router does not follow anchors. */
const useModelsInSight = (): void => {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${MODELS_ANCHOR}`) document.getElementById(MODELS_ANCHOR)?.scrollIntoView();
  }, [hash, key]);
};
