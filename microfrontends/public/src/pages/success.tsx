import Send from 'lucide-react/icons/send';
import { useEffect } from 'react';
import { CheckoutStep } from 'ui/checkout-step';
import { Benefits } from 'ui/benefits';
import { ButtonLink } from 'ui/button';
import { PassTicket } from 'ui/pass-ticket';
import { formatDate } from 'web-kit/formats';
import { useInitialData } from 'web-kit/initial-data';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Navigate } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { GuestRedirect } from '../features/auth/guest-redirect.tsx';
import { HomeLink } from '../features/layout/home-link.tsx';
import { Footer, WaitingPage } from '../features/layout/page-frame.tsx';
import { useSubscription } from '../features/subscription/api/get-subscription.ts';
import { CheckoutSteps } from '../features/subscription/steps.tsx';
import mirror from '../pictures/still-mirror.webp';

const BENEFITS = [
  'Contenu VIP illimité',
  'Lives exclusifs quotidiens',
  'Photos et vidéos premium',
  'Support prioritaire 24/7',
];

/** Paid: the VIP group and what comes with it. */
export default function SuccessPage() {
  const { siteTitle } = useInitialData();
  const user = useSession(subscriberSession)?.user;
  const { data, isError, isFetchedAfterMount } = useSubscription({ refetchOnMount: 'always' });
  const hasPaid = data?.hasPaid ?? false;
  useDocumentTitle('success');
  useEffect(() => {
    // The welcome has led where it should.
    if (hasPaid) storage.remove(STORAGE_KEYS.showWelcome);
  }, [hasPaid]);

  if (!user) return <GuestRedirect />;
  // A response from before the payment does not count.
  if (!hasPaid && !isFetchedAfterMount) return <WaitingPage label="Vérification du paiement" />;
  if (!data || (isError && !hasPaid)) return <Navigate to={paths.home()} replace />;
  if (!hasPaid) return <Navigate to={paths.paymentStatus()} replace />;
  const note = data.paidUntil ? `jusqu’au ${formatDate(data.paidUntil)}` : 'payé';
  return (
    <>
      <main id="main" className="page">
        <CheckoutStep
          title={`Félicitations, ${user.firstName || user.username}`}
          steps={<CheckoutSteps done={3} />}
          ticket={
            <PassTicket
              picture={{ src: mirror, width: 640, height: 800 }}
              house={siteTitle}
              title="Accès VIP"
              note={note}
              value="VIP"
            />
          }
        >
          <p className="lead soft">Le rideau est levé. Le groupe VIP et tous les profils vous sont ouverts.</p>
          <Benefits items={BENEFITS} />
          <div className="row">
            {data.telegramLink && (
              <ButtonLink variant="primary" href={data.telegramLink} target="_blank">
                <Send />
                Rejoindre le groupe Telegram VIP
              </ButtonLink>
            )}
            <HomeLink variant={data.telegramLink ? 'ghost' : 'primary'} />
          </div>
        </CheckoutStep>
      </main>
      <Footer />
    </>
  );
}
