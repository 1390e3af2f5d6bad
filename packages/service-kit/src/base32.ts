/** Signs of Crockford's Base32: no letter that is read as a digit. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Hexadecimal digits that become eight signs. */
const DIGITS = 10;

/** The first forty bits of a hexadecimal text in eight signs, for people to read out. */
export const base32Of = (hexadecimal: string): string => {
  const digits = Number.parseInt(hexadecimal.slice(0, DIGITS), 16).toString(BASE32.length).padStart(8, '0');
  return [...digits].map((digit) => BASE32[Number.parseInt(digit, BASE32.length)]).join('');
};
