import { OFFER_TEXTS } from 'contracts/offer';
import { paymentRedirect } from 'contracts/operations/billing';
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

/** Time after its opening within which a payment may still be confirmed. */
const AWAITED_MS = 30 * 60_000;

const isAwaited = (): boolean =>
  Date.now() - Number(storage.get(STORAGE_KEYS.paymentOpenedAt) ?? Number.NaN) < AWAITED_MS;
const notOnTheServer = () => false;

/** The payment that this browser has opened at the partner, in whatever tab. */
export const paymentAttempt = {
  begin: (): void => storage.set(STORAGE_KEYS.paymentOpenedAt, String(Date.now())),
  end: (): void => storage.remove(STORAGE_KEYS.paymentOpenedAt),
  /** Records a confirmed payment whose content has not been shown yet. */
  succeed: (): void => {
    if (isAwaited()) unseenPurchase.begin();
    paymentAttempt.end();
  },
};

/** Whether a payment was opened a short time ago and nothing is known of it yet. */
export const useIsPaymentAwaited = (): boolean => useSyncExternalStore(storage.subscribe, isAwaited, notOnTheServer);

/** Whether access was paid once and has ended: such a subscriber is no new one. */
export const hasEnded = (subscription: Subscription | undefined): boolean =>
  subscription?.state === 'expired' || subscription?.state === 'revoked';

/** Slug of the payment link without a model (docs/domain.md#payment-link). */
const NO_MODEL = 'default';

/**
 * The model from whose page the visitor registered, found by its slug in the first page of the list or else read, and the payment
 * link that carries it. On another device than that of the registration, billing names the model.
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
  // Without the whole list the stored slug is used: the server validates it anyway.
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

/** Opens the payment in a new tab, with both prices below; this page stays open and polls its outcome. */
export const PayLink = ({ href, onOpen, children }: PayLinkProps) => {
  const open = (event: MouseEvent) => {
    // A double click would open two payments, and both can be paid.
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

/** Progress from registration to access. */
export const CheckoutSteps = ({ done }: { done: number }) => <Steps steps={STEPS} done={done} />;
