import { formatNumber } from 'contracts/numbers';
import { FIRST_MONTH_CENTS, OFFER_TEXTS } from 'contracts/offer';
import { useEffect } from 'react';
import { CheckoutStep } from 'ui/checkout-step';
import { Note } from 'ui/note';
import { PassTicket } from 'ui/pass-ticket';
import { Spinner } from 'ui/spinner';
import { TextLink } from 'ui/text-link';
import { useInitialData } from 'web-kit/initial-data';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, Navigate, useNavigate, useSearchParams } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useGuestRedirect } from '../features/auth/index.ts';
import { Footer, HomeLink, LoadFailurePage, LoadingPage } from '../features/layout/index.ts';
import {
  PayLink,
  ReminderRequest,
  paymentAttempt,
  useIsPaymentAwaited,
  CheckoutSteps,
  hasEnded,
  useHasPaid,
  useSelectedModel,
  useSubscription,
} from '../features/subscription/index.ts';
import chair from '../pictures/still-chair.webp';

/** Texts for a payment that the partner did not accept, by `?paiement=` of the return address (docs/domain.md#payment-link). */
const FAILED: ReadonlyMap<string | null, { title: string; advice: string; question: string }> = new Map([
  [
    'refuse',
    {
      title: 'Paiement refusé, rien n’a été débité.',
      advice:
        'Votre banque n’a pas accepté le paiement. Essayez une autre carte, ou vérifiez la date d’expiration et le code à trois chiffres.',
      question: 'Toujours refusé\u00a0?',
    },
  ],
  [
    'abandon',
    {
      title: 'Paiement interrompu, rien n’a été débité.',
      advice: 'Vous avez quitté la page de paiement avant la fin. Vous pouvez reprendre quand vous voulez.',
      question: 'Une question\u00a0?',
    },
  ],
]);

/** Page of a payment that is open or was declined: links to the payment, and polls for its confirmation. */
export default function PaymentStatusPage() {
  const { siteTitle } = useInitialData();
  const email = useSession(subscriberSession)?.user.email;
  const { hasPaid, ...payment } = useHasPaid(email);
  const { payHref } = useSelectedModel();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const failed = FAILED.get(search.get('paiement'));
  const isAwaited = useIsPaymentAwaited();
  const { data: subscription, isLoading } = useSubscription();
  const guestRedirect = useGuestRedirect();
  useDocumentTitle('paymentStatus');
  useEffect(() => {
    if (hasPaid) paymentAttempt.succeed();
    else if (failed) paymentAttempt.end();
  }, [failed, hasPaid]);

  if (!email) return guestRedirect;
  if (hasPaid) return <Navigate to={paths.success()} replace />;
  if (payment.isPending || isLoading) return <LoadingPage label={isAwaited ? 'Vérification du paiement' : undefined} />;
  if (!payment.data) return <LoadFailurePage title="Impossible de vérifier le paiement" query={payment} />;
  return (
    <>
      <main id="main" className="page">
        <CheckoutStep
          title={
            failed?.title ??
            (hasEnded(subscription)
              ? 'Votre abonnement a pris fin'
              : `Vous n’avez pas encore payé l’offre à ${formatNumber(FIRST_MONTH_CENTS / 100)} euros`)
          }
          titleStyle="title"
          steps={<CheckoutSteps done={1} />}
          ticket={
            <PassTicket
              picture={{ src: chair, width: 640, height: 800 }}
              siteTitle={siteTitle}
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
          {payment.isError && (
            <p className="row soft small" role="status">
              La vérification a échoué, elle reprend dans un instant.
            </p>
          )}
          {isAwaited && !payment.isError && (
            <p className="row soft small">
              <Spinner />
              Vérification du paiement
            </p>
          )}
          {/* A new attempt removes `?paiement=` of the declined one: this page then waits for the new outcome. */}
          <PayLink href={payHref} onOpen={() => void navigate(paths.paymentStatus(), { replace: true })}>
            <HomeLink variant="ghost" />
          </PayLink>
          {failed && (
            <p className="small soft">
              {failed.question}{' '}
              <TextLink className="in-text" href={paths.legal('contact')} component={Link}>
                Écrivez-nous
              </TextLink>
              {subscription?.checkoutNumber && (
                <>
                  , avec la référence <b>{subscription.checkoutNumber}</b>
                </>
              )}
              .
            </p>
          )}
          <ReminderRequest />
        </CheckoutStep>
      </main>
      <Footer />
    </>
  );
}
