import { OFFER_TEXTS } from 'contracts/offer';
import { ofName } from 'contracts/texts';
import { CheckoutStep } from 'ui/checkout-step';
import { PassTicket } from 'ui/pass-ticket';
import { TextLink } from 'ui/text-link';
import { useInitialData } from 'web-kit/initial-data';
import { useDocumentTitle } from 'web-kit/page-head';
import { paths } from 'web-kit/paths';
import { Link, Navigate } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { useGuestRedirect } from '../features/auth/index.ts';
import { Footer } from '../features/layout/index.ts';
import { coverOf } from '../features/models/index.ts';
import {
  hasEnded,
  PayLink,
  CheckoutSteps,
  useHasPaid,
  useSelectedModel,
  useSubscription,
} from '../features/subscription/index.ts';
import stillPicture from '../pictures/still-house.webp';

/** Welcome page after the registration, with the link to the payment. */
export default function WelcomePage() {
  const { siteTitle } = useInitialData();
  const user = useSession(subscriberSession)?.user;
  const { model, payHref } = useSelectedModel();
  const { hasPaid } = useHasPaid(user?.email);
  const { data: subscription } = useSubscription();
  const guestRedirect = useGuestRedirect();
  useDocumentTitle('welcome');
  if (!user) return guestRedirect;
  if (hasPaid) return <Navigate to={paths.success()} replace />;
  const name = user.firstName || user.username;
  const picture = (model && coverOf(model, '26rem')) ?? { src: stillPicture, width: 640, height: 800 };
  return (
    <>
      <main id="main" className="page">
        <CheckoutStep
          title={`Merci, ${name}`}
          steps={<CheckoutSteps done={1} />}
          ticket={
            <PassTicket
              picture={picture}
              siteTitle={siteTitle}
              title={`Le premier mois ${ofName(name)}`}
              note={OFFER_TEXTS.monthly}
              value={OFFER_TEXTS.price}
            />
          }
        >
          <p className="lead soft">
            {hasEnded(subscription) ? 'Votre abonnement a pris fin.' : 'Votre compte est créé.'} Il reste une porte à
            pousser pour retrouver {model ? `${model.name} et tout le contenu` : 'tout le contenu'}.
          </p>
          <p className="title">{OFFER_TEXTS.only}</p>
          <PayLink href={payHref} />
          <p className="small soft">Le paiement s’ouvre dans un nouvel onglet.</p>
          <TextLink href={paths.paymentStatus()} component={Link} arrow>
            J’ai déjà payé
          </TextLink>
        </CheckoutStep>
      </main>
      <Footer />
    </>
  );
}
