/** Alphabet of Crockford's Base32, without letters that resemble digits. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of hexadecimal digits that encode to eight characters. */
const HEX_DIGITS = 10;

/** Returns the first 40 bits of a hexadecimal text as eight characters that people can read out. */
export const base32Of = (hexadecimal: string): string => {
  const digits = Number.parseInt(hexadecimal.slice(0, HEX_DIGITS), 16).toString(BASE32.length).padStart(8, '0');
  return [...digits].map((digit) => BASE32[Number.parseInt(digit, BASE32.length)]).join('');
};
