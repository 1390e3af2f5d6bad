/**
 * Presentation of a field in the audit trail: its values, masked values (addresses and links), the presence of one (pictures), or its
 * name alone (passwords). Values are masked where the event is made: the full ones never leave the service.
 */
export interface FieldAudit {
  label: string;
  shows: 'value' | 'masked' | 'presence' | 'nothing';
  /** Text in place of a value that is no text or number. */
  summary?: (value: unknown) => string | number;
}

/** Audits a field with its values. */
export const withValues = (label: string) => ({ label, shows: 'value' }) as const satisfies FieldAudit;
/** Audits a field with masked values. */
export const withMaskedValues = (label: string) => ({ label, shows: 'masked' }) as const satisfies FieldAudit;
/** Audits a field with the presence of a value. */
export const withPresence = (label: string) => ({ label, shows: 'presence' }) as const satisfies FieldAudit;
/** Audits a field with its name alone. */
export const withNameAlone = (label: string) => ({ label, shows: 'nothing' }) as const satisfies FieldAudit;

/** "c…@example.org", "https://t.me/…", "C…": enough to recognise a value, too little to use it. */
export const maskedText = (value: string): string => {
  if (value === '') return '';
  const [, origin] = /^([a-z]+:\/\/[^/?#@]+)(?:[/?#]|$)/i.exec(value) ?? [];
  if (origin !== undefined) return `${origin}/…`;
  const initial = Array.from(value)[0] ?? '';
  const domain = value.includes('@') ? value.slice(value.lastIndexOf('@')) : '';
  return `${initial}…${domain}`;
};
