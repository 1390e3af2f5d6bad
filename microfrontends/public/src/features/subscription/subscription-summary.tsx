import type { Subscription } from 'contracts/subscribers';
import { ofName } from 'contracts/texts';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { AccountTicket, AccountTicketPlace, TicketFact } from 'ui/account-ticket';
import { Avatar } from 'ui/avatar';
import { Badge } from 'ui/badge';
import type { BadgeProps } from 'ui/badge';
import { ButtonLink } from 'ui/button';
import { RetryButton } from 'ui/retry-button';
import { StatusDot } from 'ui/status-dot';
import { TextLink } from 'ui/text-link';
import { formatDate, formatPrice } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { avatarOf } from '../models/index.ts';
import { usePayments } from '../payments/index.ts';
import { useSubscription } from './api/get-subscription.ts';
import { PayLink, useSelectedModel } from './payment.tsx';

interface Summary {
  word: string;
  tone: NonNullable<BadgeProps['tone']>;
  sentence: string;
  /** Label of the next charge. */
  chargeTerm?: string;
  /** Label of the end of the paid period where nothing is charged any more. */
  endTerm?: string;
  /** Whether there is an open contract, which can be cancelled. */
  isOpen?: true;
}

const NONE: Summary = { word: 'Aucun', tone: 'plain', sentence: 'Vous n’avez pas d’abonnement en cours.' };

/** A cancellation for a later day takes effect before the next charge: the contract is still open, but nothing is charged. */
const ENDING: Pick<Summary, 'sentence' | 'endTerm'> = {
  sentence:
    'Votre résiliation est enregistrée. Vous gardez l’accès jusqu’à la fin du contrat. Plus rien n’est prélevé.',
  endTerm: 'Fin du contrat',
};

const ENDED: Summary = { word: 'Terminé', tone: 'plain', sentence: 'Votre abonnement a pris fin.' };

/** Text for the subscriber in each state (docs/domain.md#subscription). */
const SUMMARIES: Record<Subscription['state'], Summary> = {
  none: NONE,
  pending: NONE,
  active: {
    word: 'Abonnement actif',
    tone: 'success',
    sentence: 'Tout le contenu et le groupe VIP vous sont ouverts.',
    chargeTerm: 'Prochain prélèvement',
    isOpen: true,
  },
  grace: {
    word: 'Paiement en attente',
    tone: 'danger',
    sentence: 'Le dernier prélèvement n’est pas arrivé. Votre accès reste ouvert quelques jours.',
    chargeTerm: 'Prélèvement attendu',
    isOpen: true,
  },
  cancelled: {
    word: 'Résilié',
    tone: 'plain',
    sentence: 'Vous gardez l’accès jusqu’à la fin du contrat. Plus rien n’est prélevé.',
    endTerm: 'Fin du contrat',
  },
  expired: { ...ENDED, endTerm: 'Terminé depuis le' },
  // The refund may not have arrived yet.
  revoked: ENDED,
};

/** State, next date and price of the user's subscription, with links to cancel or to pay. */
export function SubscriptionSummary() {
  const { data, isError, isFetching, refetch } = useSubscription({ refetchOnMount: 'always' });
  // Called here, so that both requests start at the same time.
  const selected = useSelectedModel();
  const since = useContractStart();
  if (data) return <Known {...data} selected={selected} since={since} />;
  if (!isError) return <AccountTicketPlace />;
  return (
    <div className="stack" role="alert">
      <p>Votre abonnement n’a pas pu être lu.</p>
      <RetryButton small busy={isFetching} onRetry={() => void refetch()} />
    </div>
  );
}

/** Returns the instant of the latest first payment; undefined while it is loading, or where it is on a later page. */
const useContractStart = (): string | undefined => {
  const { data } = usePayments(useSession(subscriberSession)?.user.email ?? '');
  return data?.pages.flatMap(({ items }) => items).find(({ kind }) => kind === 'first')?.paidAt;
};

interface KnownProps extends Subscription {
  since: string | undefined;
  selected: ReturnType<typeof useSelectedModel>;
}

function Known({
  selected: { model, isPending, payHref },
  since,
  state,
  hasPaid,
  paidUntil,
  nextCharge,
  scheduledEnd,
}: KnownProps) {
  const summary = SUMMARIES[state];
  const { word, tone, sentence, chargeTerm, endTerm, isOpen } =
    summary.isOpen && !nextCharge ? { ...summary, ...ENDING } : summary;
  const isOwnModel = model && hasPaid;
  const text =
    isOwnModel && state === 'active' && nextCharge
      ? `Et tous les autres profils${since ? `, depuis le ${formatDate(since)}` : ''}.`
      : sentence;
  return (
    <AccountTicket
      reserved={isPending && hasPaid}
      avatar={model && <Avatar source={avatarOf(model, 88)} live={model.is_live} tag decorative />}
      badge={
        <Badge tone={tone}>
          {tone === 'success' && <StatusDot on />}
          {word}
        </Badge>
      }
      title={isOwnModel ? `Les coulisses ${ofName(model.name)}` : 'Votre abonnement'}
      text={text}
      action={
        isOwnModel && (
          <ButtonLink small href={paths.model(model.slug)} component={Link}>
            Voir les coulisses {ofName(model.name)}
            <ArrowRight />
          </ButtonLink>
        )
      }
      stub={
        <>
          {chargeTerm && nextCharge && (
            <TicketFact
              term={chargeTerm}
              value={formatPrice(nextCharge.amountCents, nextCharge.currency)}
              strong={`le ${formatDate(nextCharge.at)}`}
              note="par mois TTC"
            />
          )}
          {nextCharge && scheduledEnd && (
            <p className="small">Résiliation demandée pour le {formatDate(scheduledEnd)}</p>
          )}
          {endTerm && paidUntil && (
            <p>
              <span className="small soft">{endTerm}</span>
              <br />
              <b>{formatDate(paidUntil)}</b>
            </p>
          )}
          {!hasPaid && <PayLink href={payHref} />}
          {(isOpen || state === 'cancelled') && (
            <div className="row">
              {isOpen && (
                <TextLink href={paths.cancellation()} component={Link}>
                  Résilier
                </TextLink>
              )}
              <TextLink href={paths.withdrawal()} component={Link}>
                Renoncer au contrat
              </TextLink>
            </div>
          )}
        </>
      }
    />
  );
}
