import type { Subscription } from 'contracts/subscribers';
import { ofName } from 'contracts/texts';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Send from 'lucide-react/icons/send';
import { useCallback, useEffect } from 'react';
import { CheckoutStep } from 'ui/checkout-step';
import { Benefits } from 'ui/benefits';
import { ButtonLink } from 'ui/button';
import { FreshMediaPlace } from 'ui/fresh-media';
import { PassTicket } from 'ui/pass-ticket';
import { TextLink } from 'ui/text-link';
import { formatDate, formatPrice } from 'web-kit/formats';
import { useInitialData } from 'web-kit/initial-data';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, Navigate } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { useGuestRedirect } from '../features/auth/index.ts';
import { countUnlocked, UnlockedPhotos } from '../features/content/index.ts';
import { Footer, HomeLink, LoadingPage } from '../features/layout/index.ts';
import { coverOf, useModel } from '../features/models/index.ts';
import { usePayments } from '../features/payments/index.ts';
import { useSubscription, CheckoutSteps, useSelectedModel } from '../features/subscription/index.ts';
import mirror from '../pictures/still-mirror.webp';

const BENEFITS = [
  'Contenu VIP illimité',
  'Lives exclusifs quotidiens',
  'Photos et vidéos premium',
  'Support prioritaire 24/7',
];

/** @param isMissed whether the charge was due, and the days of grace run */
const chargeText = (
  { amountCents, currency, at }: NonNullable<Subscription['nextCharge']>,
  isMissed: boolean,
): string =>
  isMissed
    ? `Prélèvement attendu\u00a0: ${formatPrice(amountCents, currency)} TTC depuis le ${formatDate(at)}.`
    : `Prochain prélèvement\u00a0: ${formatPrice(amountCents, currency)} TTC le ${formatDate(at)}.`;

/** Page after a payment: first the model of the registration, then the VIP group and its benefits. */
export default function SuccessPage() {
  const { siteTitle } = useInitialData();
  const user = useSession(subscriberSession)?.user;
  const { data, isError, isFetchedAfterMount } = useSubscription({ refetchOnMount: 'always' });
  const hasPaid = data?.hasPaid ?? false;
  const { model: selected } = useSelectedModel();
  const guestRedirect = useGuestRedirect();
  useDocumentTitle('success');
  useEffect(() => {
    // The welcome page has served its purpose.
    if (hasPaid) storage.remove(STORAGE_KEYS.showWelcome);
  }, [hasPaid]);

  if (!user) return guestRedirect;
  // A response from before the payment does not count.
  if (!hasPaid && !isFetchedAfterMount) return <LoadingPage label="Vérification du paiement" />;
  if (!data || (isError && !hasPaid)) return <Navigate to={paths.home()} replace />;
  if (!hasPaid) return <Navigate to={paths.paymentStatus()} replace />;
  const name = user.firstName || user.username;
  return (
    <>
      <main id="main" className="page">
        <CheckoutStep
          title={`Félicitations, ${name}`}
          steps={<CheckoutSteps done={3} />}
          ticket={
            <PassTicket
              picture={
                (selected && coverOf(selected, '(min-width: 60rem) 30rem, 100vw')) ?? {
                  src: mirror,
                  width: 640,
                  height: 800,
                }
              }
              siteTitle={siteTitle}
              title={`L’accès ${ofName(name)}`}
              note={<PaidNote email={user.email} paidUntil={data.paidUntil} />}
              value="VIP"
            />
          }
        >
          {selected ? <BoughtPhotos slug={selected.slug} /> : <Lead unlocked={0} />}
          <div className="row">
            {selected && (
              <ButtonLink variant="primary" href={paths.model(selected.slug)} component={Link}>
                Voir les coulisses {ofName(selected.name)}
                <ArrowRight />
              </ButtonLink>
            )}
            {data.telegramLink && (
              <ButtonLink variant={selected ? 'plain' : 'primary'} href={data.telegramLink} target="_blank">
                <Send />
                Rejoindre le groupe Telegram VIP
              </ButtonLink>
            )}
            <HomeLink variant={selected || data.telegramLink ? 'plain' : 'primary'} />
          </div>
          {data.isTelegramPending && (
            <p className="small soft">Votre invitation au groupe Telegram se prépare. Elle s’affichera ici.</p>
          )}
          <p className="small soft">
            Reçu envoyé à {user.email}. {data.nextCharge && `${chargeText(data.nextCharge, data.state === 'grace')} `}
            <TextLink className="in-text" href={paths.account()} component={Link}>
              Gérer mon abonnement
            </TextLink>
          </p>
          <Benefits items={BENEFITS} />
        </CheckoutStep>
      </main>
      <Footer />
    </>
  );
}

/** Latest payment; the end of the paid period where it cannot be read. */
function PaidNote({ email, paidUntil }: { email: string; paidUntil: string | null }) {
  const { data, isError } = usePayments(email);
  const payment = data?.pages[0]?.items.find(({ kind }) => kind === 'first' || kind === 'renewal');
  if (payment && payment.amountCents !== null)
    return (
      <>
        payé {formatPrice(payment.amountCents, payment.currency)} TTC
        <br />
        le {formatDate(payment.paidAt)}
      </>
    );
  if (data || isError) return paidUntil ? `jusqu’au ${formatDate(paidUntil)}` : 'payé';
  // Reserves the height of both lines.
  return (
    <>
      &nbsp;
      <br />
      &nbsp;
    </>
  );
}

const UNLOCKED = [
  'Le groupe VIP et tous les profils vous sont ouverts.',
  'Cette photo vient de s’ouvrir, avec tout le reste.',
  'Ces deux photos viennent de s’ouvrir, avec tout le reste.',
  'Ces trois photos viennent de s’ouvrir, avec tout le reste.',
] as const;

const Lead = ({ unlocked }: { unlocked: number }) => (
  <p className="lead soft">Le rideau est levé. {UNLOCKED[unlocked]}</p>
);

function BoughtPhotos({ slug }: { slug: string }) {
  const { data: model, isPending, refetch } = useModel(slug);
  const retry = useCallback(() => void refetch(), [refetch]);
  return (
    <>
      <Lead unlocked={model ? countUnlocked(model) : 0} />
      {model ? <UnlockedPhotos model={model} refetch={retry} /> : isPending && <FreshMediaPlace />}
    </>
  );
}
