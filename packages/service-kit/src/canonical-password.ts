/** Signs that stand for a letter; "l" is among them because "1" and "!" are read as both "i" and "l". */
const LETTERS: Record<string, string> = {
  '4': 'a',
  '@': 'a',
  '8': 'b',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
const SIGNS = /[4@83€691!|l05$7+2]/g;

/**
 * One form for the spellings of a word that an attacker's rules try: without case, accents and separators, and with letters
 * in the place of the digits and signs that look like them. "M0t-de-P@sse" and "motdepasse" have the same.
 */
export const canonicalPassword = (password: string): string =>
  password
    .normalize('NFKD')
    .toLowerCase()
    .replace(SIGNS, (sign) => LETTERS[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '');
