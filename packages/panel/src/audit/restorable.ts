import type { AuditEntry } from 'contracts/audit';
import type { AuditFilters } from './api/get-audit.ts';

/** Fields that no restore reverts (docs/domain.md#former-versions-of-a-model), and the mark of a restore itself. */
const UNRESTORED = new Set([
  'state',
  'manual_live_override',
  'affiliate_id',
  'is_featured',
  'rank',
  'restored_version',
]);

/**
 * Whether the filters may hide a later save of a model. A filter that matches the present slug hides none: a save under another
 * slug is followed by a save that changed it back.
 */
const mayHideSaves = ({ actor, subject = '', to }: AuditFilters, slug: string | null): boolean =>
  Boolean(actor ?? to) || !slug?.toLowerCase().includes(subject.toLowerCase());

/**
 * Returns the ids of entries whose version can be restored: those before a save of a restorable field, and all where such a save
 * may be hidden.
 * @param entries the newest first
 */
export const restorableIn = (entries: readonly AuditEntry[], filters: AuditFilters): Set<string> => {
  const changed = new Set<string>();
  return new Set(
    entries.flatMap(({ id, subject, version, changes }) => {
      if (!version) return [];
      const isOffered = changed.has(version.model_id) || mayHideSaves(filters, subject.link);
      if (changes.some(({ field }) => !UNRESTORED.has(field))) changed.add(version.model_id);
      return isOffered ? [id] : [];
    }),
  );
};
