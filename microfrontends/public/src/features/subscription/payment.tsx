import { OFFER_TEXTS } from 'contracts/offer';
import { paymentRedirect } from 'contracts/payment-redirect';
import type { Subscription } from 'contracts/subscribers';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useSyncExternalStore } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { ButtonLink } from 'ui/button';
import { Steps } from 'ui/checkout-step';
import { unseenPurchase } from 'web-kit/logout-losses';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { useFirstPage, useModel } from '../models/index.ts';
import { useSubscription } from './api/get-subscription.ts';

/** Time after the opening of a payment within which it may still be confirmed. */
const AWAITED_MS = 30 * 60_000;

const isAwaited = (): boolean =>
  Date.now() - Number(storage.get(STORAGE_KEYS.paymentOpenedAt) ?? Number.NaN) < AWAITED_MS;
const notOnTheServer = () => false;

/** Payment that this browser has opened at the partner, in any tab. */
export const paymentAttempt = {
  begin: (): void => storage.set(STORAGE_KEYS.paymentOpenedAt, String(Date.now())),
  end: (): void => storage.remove(STORAGE_KEYS.paymentOpenedAt),
  /** Records a confirmed payment whose content has not been shown yet. */
  succeed: (): void => {
    if (isAwaited()) unseenPurchase.begin();
    paymentAttempt.end();
  },
};

/** Whether a payment was opened recently and its outcome is still unknown. */
export const useIsPaymentAwaited = (): boolean => useSyncExternalStore(storage.subscribe, isAwaited, notOnTheServer);

/** Whether paid access has ended: such a subscriber is not a new customer. */
export const hasEnded = (subscription: Subscription | undefined): boolean =>
  subscription?.state === 'expired' || subscription?.state === 'revoked';

/** Slug of the payment link without a model (docs/domain.md#payment-link). */
const NO_MODEL = 'default';

/**
 * Returns the model from whose page the visitor registered, from the first page of the list or by its own request, and its payment
 * link. On another device than that of the registration, billing supplies the model.
 */
export const useSelectedModel = () => {
  const remembered = storage.get(STORAGE_KEYS.selectedModel);
  const { data: subscription } = useSubscription({ isNeeded: remembered === null });
  const slug = remembered ?? subscription?.modelSlug ?? null;
  const { data: page, isPending } = useFirstPage();
  const listed = page?.items.find((each) => each.slug === slug);
  const isFurther = slug !== null && page !== undefined && page.next !== null && !listed;
  const { data: read, isPending: isReadPending } = useModel(slug ?? '', isFurther);
  const model = listed ?? ((isFurther && read) || undefined);
  // Without the whole list the stored slug is used unchecked: the server validates it.
  const knownSlug = page?.next === null ? model?.slug : (slug ?? undefined);
  return {
    model,
    isPending: isPending || (isFurther && isReadPending),
    payHref: paymentRedirect(knownSlug ?? NO_MODEL),
  };
};

interface PayLinkProps {
  href: string;
  onOpen?: () => void;
  /** Content beside the link, above the prices. */
  children?: ReactNode;
}

/** Opens the payment in a new tab, and states both prices below; this page stays open and polls the outcome. */
export const PayLink = ({ href, onOpen, children }: PayLinkProps) => {
  const open = (event: MouseEvent) => {
    // A double click would open two payments, which could both be paid.
    if (event.detail > 1) return event.preventDefault();
    paymentAttempt.begin();
    onOpen?.();
  };
  return (
    <>
      <div className="row">
        <ButtonLink variant="primary" caps href={href} target="_blank" onClick={open}>
          {OFFER_TEXTS.pay} <ArrowUpRight />
        </ButtonLink>
        {children}
      </div>
      <p className="small soft">{OFFER_TEXTS.today}.</p>
    </>
  );
};

const STEPS = ['Inscription', 'Paiement', 'Accès'] as const;

/** Progress steps from registration to access. */
export const CheckoutSteps = ({ done }: { done: number }) => <Steps steps={STEPS} done={done} />;
