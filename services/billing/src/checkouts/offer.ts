import { DEFAULT_SOURCE_ID } from 'contracts/limits';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { ResolvedSlug, Settings } from '../projections/partner-settings.projection.ts';
import type { KnownSubscriber } from '../projections/subscriber.projection.ts';

export interface Offer {
  baseUrl: string;
  sourceId: string;
}

interface Dependencies {
  hosts: PaymentHosts;
  defaultOfferUrl: string;
}

/**
 * Returns a model without the settings that it copied, at its creation, from an affiliate that is now inactive
 * (docs/domain.md#affiliates).
 */
const withoutInherited = (model: Settings | null, owner: Settings | null): Settings | null =>
  model && owner?.isActive === false
    ? {
        ...model,
        baseUrl: owner.announced.baseUrls.includes(model.baseUrl) ? '' : model.baseUrl,
        sourceId: owner.announced.sourceIds.includes(model.sourceId) ? '' : model.sourceId,
      }
    : model;

/**
 * Returns the offer of a payment: the model's address, its owner's, the affiliate's, else the default offer with source id BA
 * (docs/domain.md#payment-link). Settings of inactive affiliates are ignored. A model's own source id applies with any address. The
 * model's default source id BA yields to the owner's or affiliate's, unless the address is the model's. An address outside of the
 * allowed hosts is replaced by the default offer.
 */
export const chooseOffer = (
  { model: stored, owner, affiliate }: ResolvedSlug,
  { hosts, defaultOfferUrl }: Dependencies,
): Offer => {
  const model = withoutInherited(stored, owner);
  const candidates = [model, owner, affiliate].filter(
    (candidate): candidate is Settings => candidate?.isActive === true,
  );
  const addressSource = candidates.find(({ baseUrl }) => baseUrl !== '');
  if (addressSource && !hosts.allows(addressSource.baseUrl))
    return { baseUrl: defaultOfferUrl, sourceId: DEFAULT_SOURCE_ID };
  const isOwn = ({ sourceId }: Settings) => sourceId !== '' && sourceId !== DEFAULT_SOURCE_ID;
  const source = addressSource && addressSource === model ? model : candidates.find(isOwn);
  return { baseUrl: addressSource?.baseUrl ?? defaultOfferUrl, sourceId: source?.sourceId || DEFAULT_SOURCE_ID };
};

/**
 * Returns the partner's URL with its parameters (docs/domain.md#payment-link); sub7 (phone) has no field, and empty values are
 * omitted.
 * @param token the signed checkout (checkout-token.ts)
 * @param affiliate slug of the credited affiliate, or empty
 */
export const partnerLink = (
  { baseUrl, sourceId }: Offer,
  subscriber: KnownSubscriber,
  { token, affiliate }: { token: string; affiliate: string },
): string => {
  const link = new URL(baseUrl);
  const parameters = {
    source_id: sourceId,
    sub1: subscriber.clickId,
    sub2: affiliate,
    sub3: subscriber.email,
    sub4: token,
    sub5: subscriber.pixelId,
    sub6: subscriber.email,
    sub8: subscriber.firstName,
    sub9: subscriber.lastName,
  };
  for (const [name, value] of Object.entries(parameters)) {
    // Removes the parameter even without a new value: affiliates typed the address, and must not set the platform's parameters.
    link.searchParams.delete(name);
    if (value !== '') link.searchParams.set(name, value);
  }
  return link.href;
};
