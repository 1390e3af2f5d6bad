import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from 'contracts/field-change';
import { maskedText } from 'contracts/field-audit';
import type { FieldAudit } from 'contracts/field-audit';

/** Fields of an entity with their presentation in the audit trail; null: not audited. */
type AuditedFields = Readonly<Record<string, { audit: Pick<FieldAudit, 'shows' | 'summary'> | null }>>;

/** Returns a value as the audit trail shows it. */
const shownValue = (
  { shows, summary }: Pick<FieldAudit, 'shows' | 'summary'>,
  value: unknown,
): FieldChange['after'] => {
  if (summary && value !== undefined) return summary(value);
  if (shows === 'presence') return Boolean(value);
  if (shows === 'masked') return typeof value === 'string' ? maskedText(value) : null;
  return value as FieldChange['after'];
};

/**
 * Lists the fields that differ between two states of an entity, for the audit trail: with their values, masked as the field's row
 * requires, when the shown values differ; else by name only.
 */
export const fieldChanges = <Fields extends AuditedFields>(
  fields: Fields,
  before: Readonly<Partial<Record<keyof Fields, unknown>>>,
  after: Readonly<Partial<Record<keyof Fields, unknown>>>,
): FieldChange[] =>
  Object.entries(fields).flatMap(([field, { audit }]) => {
    if (audit === null || isDeepStrictEqual(before[field], after[field])) return [];
    if (audit.shows === 'nothing') return [{ field }];
    const values = { before: shownValue(audit, before[field]), after: shownValue(audit, after[field]) };
    return values.before === values.after ? [{ field }] : [{ field, ...values }];
  });
