/** Characters that replace a letter; "l" is included because "1" and "!" stand for both "i" and "l". */
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
 * Normalises the spellings of a word that cracking rules try: removes case, accents and separators, and replaces look-alike digits
 * and signs by letters. "M0t-de-P@sse" and "motdepasse" become equal.
 */
export const canonicalPassword = (password: string): string =>
  password
    .normalize('NFKD')
    .toLowerCase()
    .replace(SIGNS, (sign) => LETTERS[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, '');
