/**
 * What the audit trail shows of a field: its values, its values masked (addresses and links), whether there is one (pictures), or
 * its name alone (passwords). Values are masked where the event is made: the full ones never leave the service.
 */
export interface FieldAudit {
  label: string;
  shows: 'value' | 'masked' | 'presence' | 'nothing';
  /** What is shown in place of a value that is no text or number. */
  summary?: (value: unknown) => string | number;
}

export const shown = (label: string) => ({ label, shows: 'value' }) as const satisfies FieldAudit;
export const masked = (label: string) => ({ label, shows: 'masked' }) as const satisfies FieldAudit;
export const presence = (label: string) => ({ label, shows: 'presence' }) as const satisfies FieldAudit;
export const hidden = (label: string) => ({ label, shows: 'nothing' }) as const satisfies FieldAudit;

/** "c…@example.org", "https://t.me/…", "C…": enough to recognise a value, too little to use it. */
export const maskedText = (value: string): string => {
  if (value === '') return '';
  const [, origin] = /^([a-z]+:\/\/[^/?#@]+)(?:[/?#]|$)/i.exec(value) ?? [];
  if (origin !== undefined) return `${origin}/…`;
  const initial = Array.from(value)[0] ?? '';
  const domain = value.includes('@') ? value.slice(value.lastIndexOf('@')) : '';
  return `${initial}…${domain}`;
};
