import { DEFAULT_SOURCE_ID } from 'contracts/limits';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import type { Named, Settings } from '../projections/partner-settings.repository.ts';
import type { KnownSubscriber } from '../projections/subscriber.repository.ts';

export interface Offer {
  baseUrl: string;
  sourceId: string;
}

interface OfferDeps {
  hosts: PaymentHosts;
  defaultOfferUrl: string;
}

/**
 * Where a payment leads: the model's address, its affiliate's, the named affiliate's, else the default offer with source id BA
 * (specification, sections 1 and 2). A model's own source id goes with whatever address; only where the address is not the
 * model's does its default BA yield to the affiliate's. An address outside the allowed hosts leads to the default offer.
 */
export const chooseOffer = ({ model, owner, affiliate }: Named, { hosts, defaultOfferUrl }: OfferDeps): Offer => {
  const candidates = [model, owner, affiliate].filter((candidate): candidate is Settings => candidate !== null);
  const chosen = candidates.find(({ baseUrl }) => baseUrl !== '');
  if (chosen && !hosts.allows(chosen.baseUrl)) return { baseUrl: defaultOfferUrl, sourceId: DEFAULT_SOURCE_ID };
  const isOwn = ({ sourceId }: Settings) => sourceId !== '' && sourceId !== DEFAULT_SOURCE_ID;
  const source = chosen && chosen === model ? model : candidates.find(isOwn);
  return { baseUrl: chosen?.baseUrl ?? defaultOfferUrl, sourceId: source?.sourceId || DEFAULT_SOURCE_ID };
};

/** Who is credited: what the registration said (sub2, else ?affiliate=), else the model's owner, else the affiliate of the link. */
export const creditedAffiliate = (subscriber: KnownSubscriber, { owner, affiliate }: Named): string => subscriber.affiliate || owner?.slug || affiliate?.slug || '';

/** The partner's address with the parameters of section 1; sub7 (phone) has no field, and what is empty is left out. */
export const partnerLink = ({ baseUrl, sourceId }: Offer, subscriber: KnownSubscriber, { reference, affiliate }: { reference: string; affiliate: string }): string => {
  const link = new URL(baseUrl);
  const parameters = {
    source_id: sourceId,
    sub1: subscriber.clickId,
    sub2: affiliate,
    sub3: subscriber.email,
    sub4: reference,
    sub5: subscriber.pixelId,
    sub6: subscriber.email,
    sub8: subscriber.firstName,
    sub9: subscriber.lastName,
  };
  for (const [name, value] of Object.entries(parameters)) {
    // Also where it is empty: the address was typed by an affiliate, who cannot fill in our parameters.
    link.searchParams.delete(name);
    if (value !== '') link.searchParams.set(name, value);
  }
  return link.href;
};
