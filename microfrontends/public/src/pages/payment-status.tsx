import { OFFER_TEXTS } from 'contracts/offer';
import { useEffect } from 'react';
import { CheckoutStep } from 'ui/checkout-step';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { Note } from 'ui/note';
import { PassTicket } from 'ui/pass-ticket';
import { Spinner } from 'ui/spinner';
import { useInitialData } from 'web-kit/initial-data';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Navigate, useNavigate, useSearchParams } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { CenteredPage, Footer, GuestRedirect, HomeLink, WaitingPage } from '../features/layout/index.ts';
import {
  PayLink,
  ReminderRequest,
  paymentAttempt,
  useIsPaymentAwaited,
  CheckoutSteps,
  useHasPaid,
  useSelectedModel,
} from '../features/subscription/index.ts';
import chair from '../pictures/still-chair.webp';

/** How a payment ended that the partner did not take, by `?paiement=` of its way back (docs/domain.md#payment-link). */
const FAILED: ReadonlyMap<string | null, { title: string; advice: string }> = new Map([
  [
    'refuse',
    {
      title: 'Paiement refusé, rien n’a été débité.',
      advice:
        'Votre banque n’a pas accepté le paiement. Essayez une autre carte, ou vérifiez la date d’expiration et le code à trois chiffres.',
    },
  ],
  [
    'abandon',
    {
      title: 'Paiement interrompu, rien n’a été débité.',
      advice: 'Vous avez quitté la page de paiement avant la fin. Vous pouvez reprendre quand vous voulez.',
    },
  ],
]);

/** Not paid yet, or refused: the way to pay, and a look every few seconds whether it is done. */
export default function PaymentStatusPage() {
  const { siteTitle } = useInitialData();
  const email = useSession(subscriberSession)?.user.email;
  const { data, hasPaid, isPending, isError, isFetching, refetch } = useHasPaid(email);
  const { payHref } = useSelectedModel();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const failed = FAILED.get(search.get('paiement'));
  const isAwaited = useIsPaymentAwaited();
  useDocumentTitle('paymentStatus');
  useEffect(() => {
    if (hasPaid) paymentAttempt.succeed();
    else if (failed) paymentAttempt.end();
  }, [failed, hasPaid]);

  if (!email) return <GuestRedirect />;
  if (hasPaid) return <Navigate to={paths.success()} replace />;
  if (isPending) return <WaitingPage label={isAwaited ? 'Vérification du paiement' : undefined} />;
  if (!data) {
    return (
      <CenteredPage>
        <div role="alert">
          <EmptyState title="Impossible de vérifier le paiement" level={1}>
            <div className="row">
              <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>
                Réessayer
              </Button>
              <HomeLink variant="ghost" />
            </div>
          </EmptyState>
        </div>
      </CenteredPage>
    );
  }
  return (
    <>
      <main id="main" className="page">
        <CheckoutStep
          title={failed?.title ?? 'Vous n’avez pas encore payé l’offre à 2 euros'}
          titleStyle="title"
          steps={<CheckoutSteps done={1} />}
          ticket={
            <PassTicket
              picture={{ src: chair, width: 640, height: 800 }}
              house={siteTitle}
              title="Votre place vous attend"
              note="en attente de paiement"
              value={OFFER_TEXTS.price}
            />
          }
        >
          {failed ? (
            <Note>{failed.advice}</Note>
          ) : (
            <p className="lead soft">
              Déjà payé&nbsp;? La confirmation peut prendre une minute. Cette page se met à jour toute seule.
            </p>
          )}
          {isError && (
            <p className="row soft small" role="status">
              La vérification a échoué, elle reprend dans un instant.
            </p>
          )}
          {isAwaited && !isError && (
            <p className="row soft small">
              <Spinner />
              Vérification du paiement
            </p>
          )}
          {/* A new try leaves the refusal behind: this page then waits for its outcome. */}
          <div className="row">
            <PayLink href={payHref} onOpen={() => void navigate(paths.paymentStatus(), { replace: true })} />
            <HomeLink variant="ghost" />
          </div>
          {failed && <p className="small soft">{OFFER_TEXTS.today}</p>}
          <ReminderRequest />
        </CheckoutStep>
      </main>
      <Footer />
    </>
  );
}
