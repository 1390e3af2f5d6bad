import type { Attribution } from 'contracts/attribution';
import type { EventData } from 'contracts/events';

/** Columns of `subscribers s` for the data of events. */
export const FACTS = `s.id, s.email, s.first_name as "firstName", s.last_name as "lastName", s.username, s.click_id as "clickId", s.affiliate,
  s.pixel_id as "pixelId", s.model_id as "modelId", (select slug from models where id = s.model_id) as "modelSlug",
  s.attributed_affiliate_id as "affiliateId", s.attribution_reason as reason, s.revision, s.created_at as "createdAt"`;

export interface FactsRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  username: string;
  clickId: string;
  affiliate: string;
  pixelId: string;
  modelId: string;
  modelSlug: string | null;
  affiliateId: string | null;
  reason: Attribution['reason'] | null;
  revision: number;
  createdAt: Date;
}

/** Returns the data of `subscriber.registered` and `subscriber.updated`. */
export const eventDataOf = ({
  clickId,
  affiliate,
  pixelId,
  affiliateId,
  reason,
  revision: _revision,
  createdAt: _createdAt,
  ...row
}: FactsRow): EventData<'subscriber.updated'> => ({
  ...row,
  modelSlug: row.modelSlug ?? '',
  tracking: { clickId, affiliate, pixelId },
  ...(reason !== null && { attribution: { affiliateId, reason } }),
});
