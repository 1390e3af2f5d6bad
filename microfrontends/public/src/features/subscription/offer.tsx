import type { ModelView } from 'contracts/models';
import { OFFER_TEXTS } from 'contracts/offer';
import { chatWith, isGroupLink, joinGroupOf, TEXTS } from 'contracts/texts';
import LockOpen from 'lucide-react/icons/lock-open';
import { Button, ButtonLink } from 'ui/button';
import { OfferBar } from 'ui/offer-bar';
import { OfferTicket } from 'ui/offer-ticket';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { useAccess, useAccessGuard } from './use-access.ts';

/**
 * Offer beside a model's name; for subscribers who have paid, their access and the link to the chat. Nothing is offered while the
 * access is unknown.
 */
export function ModelOffer({ model }: { model: ModelView }) {
  const access = useAccess();
  const requireAccess = useAccessGuard(model.slug);
  const chat = chatWith(model.name);
  return (
    <OfferTicket
      price={OFFER_TEXTS.price}
      first={OFFER_TEXTS.first}
      later={OFFER_TEXTS.later}
      taken={access.kind === 'paid' ? HELD : access.kind === 'unknown' ? AWAITED : undefined}
    >
      {access.kind !== 'paid' ? (
        <Button
          variant="primary"
          wide
          busy={access.kind === 'unknown'}
          onClick={() => void requireAccess(() => undefined)}
        >
          {chat}
        </Button>
      ) : access.telegramLink ? (
        <ButtonLink variant="primary" wide href={access.telegramLink} target="_blank">
          {isGroupLink(access.telegramLink) ? joinGroupOf(model.name) : chat}
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" wide href={paths.success()} component={Link}>
          {chat}
        </ButtonLink>
      )}
    </OfferTicket>
  );
}

const HELD = { title: 'VIP', first: 'Accès ouvert', later: 'photos, vidéos et lives' };
const AWAITED = { title: 'Accès', first: 'Chargement…' };

/** Offer at the bottom of a model's page, for viewers who have not paid. */
export function UnlockBar({ model }: { model: ModelView }) {
  const access = useAccess();
  const requireAccess = useAccessGuard(model.slug);
  if (access.kind === 'paid' || access.kind === 'unknown') return null;
  return (
    <OfferBar
      label={TEXTS.unlockContent}
      price={OFFER_TEXTS.price}
      first={OFFER_TEXTS.first}
      later={OFFER_TEXTS.monthly}
    >
      <Button variant="primary" onClick={() => void requireAccess(() => undefined)}>
        <LockOpen />
        {TEXTS.unlockContent}
      </Button>
    </OfferBar>
  );
}
