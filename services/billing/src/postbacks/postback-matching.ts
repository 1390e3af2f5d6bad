import type { PostbackMatch, Verdict } from 'contracts/operations/postbacks';
import type { Queryable } from 'service-kit/postgres';
import { inSpan } from 'service-kit/tracing';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import type { CheckoutClaim } from '../checkouts/checkout-token.ts';
import type { CheckoutRepository } from '../checkouts/checkout.repository.ts';
import type { ContractRequestService } from '../contract-requests/contract-request.service.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerSettingsProjection } from '../projections/partner-settings.projection.ts';
import type { SubscriberProjection } from '../projections/subscriber.projection.ts';
import { isEntry } from './postback.ts';
import type { EntryPostback, Postback } from './postback.ts';
import type { PostbackAddressRepository } from './postback-address.repository.ts';
import type { PostbackRepository } from './postback.repository.ts';
import { statesAddress, withoutAddresses } from './received-call.ts';
import type { PaymentsOfOne, Recording } from './recording.ts';
import { refundedAmong } from './refund-recording.ts';

interface Dependencies {
  postbacks: Pick<PostbackRepository, 'save'>;
  addresses: Pick<PostbackAddressRepository, 'subscriberOf' | 'eraseAddresses'>;
  ledger: LedgerRepository;
  recording: Recording;
  checkouts: CheckoutRepository;
  subscribers: SubscriberProjection;
  partnerSettings: PartnerSettingsProjection;
  contracts: Pick<ContractRequestService, 'endContract'>;
}

/** Subscriber of a recorded payment, whose row is locked if it is known. */
interface Payer {
  subscriberId: string;
  isErased: boolean;
}
type Match = { attribution: Attribution; matchedBy: PostbackMatch };
type Refundable = PaymentsOfOne & { matchedBy: PostbackMatch };

export const createPostbackMatching = ({
  postbacks,
  addresses,
  ledger,
  recording,
  checkouts,
  subscribers,
  partnerSettings,
  contracts,
}: Dependencies) => {
  /** Attributes a payment to the subscriber's affiliate, as decided at registration. */
  const credited = async (
    client: Queryable,
    { subscriberId, modelSlug }: Pick<Attribution, 'subscriberId' | 'modelSlug'>,
  ): Promise<Attribution> => ({
    subscriberId,
    modelSlug,
    affiliateId: (await partnerSettings.creditedTo(client, subscriberId))?.id ?? null,
  });

  /**
   * Returns the subscriber of a postback: that of its checkout, else of the transaction that it names or has, else the only one
   * with its address (docs/domain.md#postbacks).
   */
  const matchOf = async (
    client: Queryable,
    { partner, reference, transactionId, originalTransactionId, email }: Postback,
    claim: CheckoutClaim | null,
  ): Promise<Match | null> => {
    if (claim) {
      // The claim is used even if the checkout is stored: it attributes a payment whose subscriber is not in the projection.
      const settings = await partnerSettings.ofClaim(client, claim, reference);
      return { matchedBy: 'checkout', attribution: { subscriberId: claim.subscriberId, ...settings } };
    }
    const checkout = reference === '' ? null : await checkouts.byReference(client, reference);
    if (checkout) return { matchedBy: 'checkout', attribution: await credited(client, checkout) };
    for (const named of [originalTransactionId, transactionId]) {
      const entry = named === '' ? null : await ledger.byTransaction(client, partner, named);
      if (entry) return { matchedBy: 'transaction', attribution: await credited(client, entry) };
    }
    const subscriber = email === '' ? null : await subscribers.byUniqueEmail(client, email);
    return (
      subscriber && {
        matchedBy: 'email',
        attribution: await credited(client, { subscriberId: subscriber.id, modelSlug: subscriber.modelSlug }),
      }
    );
  };

  const paymentsOf = (client: Queryable, partner: string, subscriberId: string): PaymentsOfOne => ({
    subscriberId,
    readPayments: () => ledger.paymentsOfSubscriber(client, partner, subscriberId),
  });

  /**
   * Returns the payments that a refund may refund, latest first: the named one, else those of its checkout, else of the subscriber
   * with its address. Of a checkout that several people share, only those of the person whose payment it refunds.
   */
  const refundableBy = async (client: Queryable, postback: Postback): Promise<Refundable | null> => {
    const { partner, reference: stated, originalTransactionId, email } = postback;
    if (originalTransactionId !== '') {
      const named = await ledger.byTransaction(client, partner, originalTransactionId);
      if (!named || !isPayment(named.kind)) return null;
      return { matchedBy: 'transaction', subscriberId: named.subscriberId, readPayments: async () => [named] };
    }
    const reference = checkoutReference(stated);
    if (reference === '') {
      const subscriber = email === '' ? null : await subscribers.byUniqueEmail(client, email);
      return subscriber && { matchedBy: 'email', ...paymentsOf(client, partner, subscriber.id) };
    }
    const payments = await ledger.paymentsOfCheckout(client, partner, reference);
    const people = new Set(payments.map(({ subscriberId }) => subscriberId));
    const refunded = refundedAmong(postback, payments, await ledger.ofSubscribers(client, [...people]));
    if (!refunded) return null;
    const { subscriberId } = refunded;
    const readPayments = async () =>
      (await ledger.paymentsOfCheckout(client, partner, reference)).filter(
        (each) => each.subscriberId === subscriberId,
      );
    return { matchedBy: 'checkout', subscriberId, readPayments };
  };

  /** Continues the registration's trace, so that one trace spans registration and first payment; links the postback's own trace. */
  const inRegistrationTrace = async <Result>(
    client: Queryable,
    { event }: Postback,
    { subscriberId }: Attribution,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const traceparent = event === 'first' ? await subscribers.traceparentOf(client, subscriberId) : '';
    return traceparent === '' ? work() : inSpan('record first payment', { from: { traceparent } }, work);
  };

  /** Records a payment; of a person who is erased, it ends the contract. */
  const recordCheckingErasure = async (
    client: Queryable,
    postback: EntryPostback,
    attribution: Attribution,
  ): Promise<Payer> => {
    const { subscriberId } = attribution;
    const locked = await inRegistrationTrace(client, postback, attribution, () =>
      recording.recordPayment(client, postback, attribution),
    );
    // A subscriber who was unknown before had no row to lock, and may have been erased since.
    const { isErased } = locked.isKnown ? locked : await subscribers.lockAgainstErasure(client, subscriberId);
    if (isErased) await contracts.endContract(client, subscriberId);
    return { subscriberId, isErased };
  };

  /**
   * Removes the address of a call that arrives after the erasure of its subscriber, and of those that waited for a payment.
   * @param payer subscriber of a payment that this transaction has recorded
   */
  const eraseLateAddress = async (client: Queryable, postback: Postback, payer?: Payer): Promise<void> => {
    if (!isPayment(postback.event) && !(postback.call && statesAddress(postback.call))) return;
    const subscriberId = payer?.subscriberId ?? (await addresses.subscriberOf(client, postback));
    if (!subscriberId) return;
    const { isErased } = payer ?? (await subscribers.lockAgainstErasure(client, subscriberId));
    if (isErased) await addresses.eraseAddresses(client, subscriberId);
  };

  /** Records a postback if its subscriber is known; otherwise stores nothing: it is, or stays, `unmatched`. */
  const match = async (
    client: Queryable,
    postback: Postback,
    claim: CheckoutClaim | null,
  ): Promise<{ verdict: Verdict; payer?: Payer }> => {
    if (isEntry(postback) && isRefund(postback.event)) {
      const refundable = await refundableBy(client, postback);
      return {
        verdict: refundable
          ? await recording.recordRefund(client, { ...postback, matchedBy: refundable.matchedBy }, refundable)
          : 'unmatched',
      };
    }
    const found = await matchOf(client, postback, claim);
    if (!isEntry(postback)) {
      // A decline moves no money, so it need not wait for a subscriber.
      const { matchedBy = '' as const, attribution } = found ?? {};
      const subscriberId = attribution?.subscriberId ?? null;
      const call = found ? postback.call : postback.call && withoutAddresses(postback.call);
      await postbacks.save(client, { ...postback, verdict: 'declined', matchedBy, subscriberId, call });
      return { verdict: 'declined' };
    }
    if (!found) return { verdict: 'unmatched' };
    const { matchedBy, attribution } = found;
    const matched = { ...postback, matchedBy };
    if (postback.event !== 'cancellation')
      return { verdict: 'recorded', payer: await recordCheckingErasure(client, matched, attribution) };
    await recording.recordCancellation(client, matched, attribution);
    return { verdict: 'recorded' };
  };

  return { credited, paymentsOf, refundableBy, match, recordCheckingErasure, eraseLateAddress };
};
export type PostbackMatching = ReturnType<typeof createPostbackMatching>;
