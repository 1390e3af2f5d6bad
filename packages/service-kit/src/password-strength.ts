import { canonicalPassword } from './canonical-password.ts';
import { isCommonPassword } from './common-passwords.ts';
import { AppError } from './errors.ts';

/**
 * Maximum number of digits and signs ignored before or after a word ("claire14071989", "!!soleil"); more make a password of their
 * own.
 */
const MAX_DECORATION_LENGTH = 8;
const MIN_WORD_LENGTH = 2;
/** Repetitions of a shorter unit ("tototo") are common, whatever the unit. */
const MIN_UNIT_LENGTH = 4;

/** Dates of birth: DDMMYYYY, DDMMYY and YYYYMMDD. */
const DATE =
  /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)?\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/;

const reversed = (text: string) => Array.from(text).reverse().join('');

/** Returns the unit of a password that repeats it ("to" of "tototo"), else null. */
const repeatedUnit = (password: string): string | null => /^(.+?)\1+$/su.exec(password)?.[1] ?? null;

/**
 * Returns the password without any number of the digits and signs at its ends, because some may replace letters: "fr4nc32024" ends
 * in five digits, of which the first is a letter. A password without letters loses only its signs.
 */
const undecorated = (password: string): string[] => {
  const decoration = /\p{L}/u.test(password) ? '\\P{L}' : '[^\\p{L}\\p{N}]';
  const leading = new RegExp(`^${decoration}*`, 'u').exec(password)?.[0].length ?? 0;
  const trailing =
    leading === password.length ? 0 : (new RegExp(`${decoration}*$`, 'u').exec(password)?.[0].length ?? 0);
  const forms: string[] = [];
  for (let start = 0; start <= Math.min(leading, MAX_DECORATION_LENGTH); start += 1) {
    for (let end = 0; end <= Math.min(trailing, MAX_DECORATION_LENGTH - start); end += 1)
      forms.push(password.slice(start, password.length - end));
  }
  return forms;
};

const wordsOf = (personal: readonly string[]): string[] => {
  const words = personal
    // Single characters are not words, so "j.dupont" also counts as a whole.
    .flatMap((value) => [...value.split('@'), ...value.split(/[^\p{L}\p{N}]+/u), ...value.split(/\P{L}+/u)])
    .map(canonicalPassword);
  return [...new Set(words)].filter(({ length }) => length >= MIN_WORD_LENGTH);
};

/** Whether a text consists only of the words, in any order and number. */
const consistsOf = (text: string, words: readonly string[]): boolean => {
  const isReachable = Array<boolean>(text.length + 1).fill(false);
  isReachable[0] = true;
  for (let index = 0; index < text.length; index += 1) {
    if (!isReachable[index]) continue;
    for (const word of words) if (text.startsWith(word, index)) isReachable[index + word.length] = true;
  }
  return text.length > 0 && isReachable[text.length] === true;
};

/**
 * Rejects passwords that attackers try first: common ones, and combinations of the user's own data; also with digits or signs at
 * their ends, in leetspeak, repeated or reversed. Accepts passphrases that contain such a word. zxcvbn is not used: a hostile
 * password of 100 characters would block the thread that serves requests for seconds.
 * @param personal data that others know of the user: e-mail, names, username, the site's name
 * @throws AppError PASSWORD_TOO_PERSONAL, PASSWORD_TOO_COMMON
 */
export const requireStrongPassword = (password: string, { personal }: { personal: readonly string[] }): void => {
  const unit = repeatedUnit(password);
  const forms = [password, ...(unit === null ? [] : [unit])].flatMap(undecorated);
  // "@" is a letter in leetspeak, but a separator in an address.
  const spellings = [
    ...new Set(forms.flatMap((form) => [form, form.replaceAll('@', ' ')].map(canonicalPassword))),
  ].flatMap((spelling) => [spelling, reversed(spelling)]);
  const words = wordsOf(personal);
  if (spellings.some((spelling) => consistsOf(spelling, words))) throw new AppError('PASSWORD_TOO_PERSONAL');
  const isOneSequence = unit !== null && unit.length < MIN_UNIT_LENGTH;
  if (isOneSequence || DATE.test(password) || spellings.some(isCommonPassword))
    throw new AppError('PASSWORD_TOO_COMMON');
};
