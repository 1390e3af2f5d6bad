import type { Event } from 'contracts/events';
import { createEvent } from 'service-kit/outbox';
import type { Asset } from './asset.ts';

const facts = ({ id, modelSlug, uploaderAffiliateId, kind, bytes }: Asset) => ({ id, modelSlug, uploaderAffiliateId, kind, bytes });

export const uploadedEvent = (asset: Asset): Event<'asset.uploaded'> => createEvent('asset.uploaded', facts(asset), 1);
export const processedEvent = (asset: Asset): Event<'asset.processed'> =>
  createEvent('asset.processed', { ...facts(asset), blurId: asset.blurId, durationMs: asset.durationMs, width: asset.width, height: asset.height, placeholder: asset.placeholder }, asset.revision);
export const failedEvent = (asset: Asset, reason: string): Event<'asset.failed'> => createEvent('asset.failed', { ...facts(asset), reason }, asset.revision);
export const deletedEvent = ({ id, modelSlug, revision }: Asset): Event<'asset.deleted'> => createEvent('asset.deleted', { id, modelSlug }, revision);
