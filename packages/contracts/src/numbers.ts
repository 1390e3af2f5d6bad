/** Written by hand, not by Intl: server and browser may carry other versions of the French rules, and the fonts have no U+202F. */
const NBSP = '\u00a0';

/** 12345 gives "12 345"; decimals after a comma. */
export const formatNumber = (value: number, decimals = 0): string => {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NBSP);
  return `${value < 0 ? '-' : ''}${grouped}${fraction ? `,${fraction}` : ''}`;
};
