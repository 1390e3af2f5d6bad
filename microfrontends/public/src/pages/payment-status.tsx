import { useEffect } from 'react';
import { Act } from 'ui/act';
import { Blank } from 'ui/blank';
import { Button } from 'ui/button';
import { PassTicket } from 'ui/pass-ticket';
import { Spinner } from 'ui/spinner';
import { useInitialData } from 'web-kit/initial-data';
import { titleOf, useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { useQueryClient } from 'web-kit/query';
import { Navigate } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { Nobody } from '../features/auth/nobody.tsx';
import { HomeLink } from '../features/layout/home-link.tsx';
import { CenteredPage, Footer, WaitingPage } from '../features/layout/page-frame.tsx';
import { OFFER } from '../features/offer/offer-texts.ts';
import { usePaymentCheck } from '../features/subscription/api/check-payment.ts';
import { PayLink } from '../features/subscription/pay-link.tsx';
import { RoadSteps } from '../features/subscription/steps.tsx';
import { useSelectedModel } from '../features/subscription/use-selected-model.ts';
import chair from '../pictures/still-chair.webp';

/** Not paid yet: the way to pay, and a look every few seconds whether it is done. */
export default function PaymentStatusPage() {
  const { siteTitle } = useInitialData();
  const client = useQueryClient();
  const email = useSession(subscriberSession)?.user.email;
  const { data, isPending, isError, isFetching, refetch } = usePaymentCheck(email);
  const { payHref } = useSelectedModel();
  const hasPaid = data?.hasPaid ?? false;
  useDocumentTitle(titleOf(siteTitle, 'Paiement'));
  useEffect(() => {
    // What was locked for this subscriber is not any more.
    if (hasPaid) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'model' || queryKey[0] === 'subscription' });
  }, [client, hasPaid]);

  if (!email) return <Nobody />;
  if (hasPaid) return <Navigate to={paths.success()} replace />;
  if (isPending) return <WaitingPage label="Vérification du paiement" />;
  if (!data) {
    return (
      <CenteredPage>
        <div role="alert">
          <Blank title="Impossible de vérifier le paiement" level={1}>
            <div className="row">
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>Réessayer</Button>
              <HomeLink variant="ghost" />
            </div>
          </Blank>
        </div>
      </CenteredPage>
    );
  }
  return (
    <>
      <main id="main" className="page">
        <Act
          title="Vous n’avez pas encore payé l’offre à 2 euros"
          titleLook="title"
          steps={<RoadSteps done={1} />}
          ticket={<PassTicket picture={{ src: chair, width: 640, height: 800 }} house={siteTitle} title="Votre place vous attend" note="en attente de paiement" value={OFFER.price} />}
        >
          <p className="lead soft">Déjà payé ? La confirmation peut prendre une minute. Cette page se met à jour toute seule.</p>
          {isError ? (
            <p className="row soft small" role="status">La vérification a échoué, elle reprend dans un instant.</p>
          ) : (
            <p className="row soft small"><Spinner />Vérification du paiement</p>
          )}
          <div className="row"><PayLink href={payHref} /><HomeLink variant="ghost" /></div>
        </Act>
      </main>
      <Footer />
    </>
  );
}
