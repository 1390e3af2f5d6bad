import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from 'contracts/events';

/** Fields of an entity with what the audit trail may show of each; null: nothing. */
type AuditedFields = Readonly<Record<string, { audit: { showsValues: boolean } | null }>>;

/** The trail shows a list by its length. */
const shownValue = (value: unknown) => (Array.isArray(value) ? value.length : value) as FieldChange['after'];

/**
 * Lists the fields that differ between two states of an entity, for the audit trail: with their values where the field's row
 * allows it and they differ, else by name alone.
 */
export const fieldChanges = <Fields extends AuditedFields>(
  fields: Fields,
  before: Readonly<Partial<Record<keyof Fields, unknown>>>,
  after: Readonly<Partial<Record<keyof Fields, unknown>>>,
): FieldChange[] =>
  Object.entries(fields).flatMap(([field, { audit }]) => {
    if (audit === null || isDeepStrictEqual(before[field], after[field])) return [];
    const values = { before: shownValue(before[field]), after: shownValue(after[field]) };
    return audit.showsValues && values.before !== values.after ? [{ field, ...values }] : [{ field }];
  });
