/** Parses "12,5" or "12.50" as 1250 (hundredths of a percent, or cents); null for anything else. */
export const hundredthsOf = (text: string): number | null => {
  const [, whole, fraction = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

/** Formats 1250 as "12,5", as a user types it. */
export const hundredthsText = (hundredths: number): string => String(hundredths / 100).replace('.', ',');
