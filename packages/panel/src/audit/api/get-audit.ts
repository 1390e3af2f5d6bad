import type { AuditActor, AuditKind, AuditPage } from 'contracts/audit';
import { getAffiliateAudit, getAudit } from 'contracts/operations/overview';
import { call } from 'web-kit/api';
import { download } from 'web-kit/download';
import type { PanelOwner } from '../../panel-owner.ts';

export interface AuditFilters {
  kind?: AuditKind;
  actor?: AuditActor;
  subject?: string;
  /** Days in Europe/Paris, both inclusive. */
  from?: string;
  to?: string;
}

/** First part of the query keys of the audit trail. */
export const AUDIT_KEY = 'audit';

/** Loads a page of the audit trail; the first one without `before`. */
export const loadAudit = (
  { session, slug }: PanelOwner,
  filters: AuditFilters,
  before?: string,
  signal?: AbortSignal,
): Promise<AuditPage> => {
  const query = { ...filters, before };
  return slug === null
    ? call(getAudit, { query, session, signal })
    : call(getAffiliateAudit, { params: { slug }, query, session, signal });
};

/** Downloads the entries that match the filters, as CSV. @throws ApiError as `call` does */
export const saveAudit = ({ session, slug }: PanelOwner, filters: AuditFilters): Promise<void> => {
  const query = { ...filters, format: 'csv' as const };
  return slug === null
    ? download(getAudit, { query, session })
    : download(getAffiliateAudit, { params: { slug }, query, session });
};
