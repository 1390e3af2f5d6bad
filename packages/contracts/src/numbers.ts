/** Not formatted by Intl: server and browser may have different versions of the French locale, and the fonts lack U+202F. */
const NBSP = '\u00a0';

/** Formats 12345 as "12 345"; decimals after a comma. */
export const formatNumber = (value: number, decimals = 0): string => {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP);
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`;
};
