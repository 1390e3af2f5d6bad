/**
 * Presentation of a field in the audit trail: its values, masked values (addresses and links), the presence of a value (pictures),
 * or only its name (passwords). The publisher masks values: the full ones never leave the service.
 */
export interface FieldAudit {
  label: string;
  shows: 'value' | 'masked' | 'presence' | 'nothing';
  /** Returns the text for a value that is neither text nor number. */
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

/** Masks a text: "c…@example.org", "https://t.me/…", "C…": enough to recognise a value, too little to use it. */
export const maskedText = (value: string): string => {
  if (value === '') return '';
  const [, origin] = /^([a-z]+:\/\/[^/?#@]+)(?:[/?#]|$)/i.exec(value) ?? [];
  if (origin !== undefined) return `${origin}/…`;
  const initial = Array.from(value)[0] ?? '';
  const domain = value.includes('@') ? value.slice(value.lastIndexOf('@')) : '';
  return `${initial}…${domain}`;
};
