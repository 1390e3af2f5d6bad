import type { FieldChange } from 'contracts/events';
import type { Affiliate } from './affiliate.repository.ts';

/** Told with their values. */
const HARMLESS = ['name', 'slug', 'adexico_source_id', 'is_active', 'is_suspended'] as const;
/** Addresses and links: told by their name alone. */
const DISCREET = ['adexico_base_url', 'email_from_name', 'email_from_email', 'telegram_link'] as const;

/** What differs between two states of an affiliate. @param password whether a new one was set */
export const changesBetween = (before: Affiliate, after: Affiliate, password: boolean): FieldChange[] => [
  ...HARMLESS.filter((field) => before[field] !== after[field]).map((field) => ({
    field,
    before: before[field],
    after: after[field],
  })),
  ...DISCREET.filter((field) => before[field] !== after[field]).map((field) => ({ field })),
  ...(password ? [{ field: 'custom_password' }] : []),
];
