import type { ReceivedCall } from 'contracts/operations/postbacks';
import { postbackBody } from 'contracts/operations/postbacks';

/** Maximum number of stored parameters per call; partners may add their own. */
const MAX_PARAMETERS = 30;
const MAX_NAME_LENGTH = 60;
/** Longer than every valid value. */
const MAX_VALUE_LENGTH = 300;
const MASK = '•••';

/**
 * Masks addresses except for their first letter and domain. Words without an at sign are matched too: otherwise a long one would be
 * read again from each of its characters.
 */
const maskedEmails = (text: string): string =>
  text.replace(/([^\s@]?)[^\s@]*(@?)/g, (word, first: string, at: string) => (at ? `${first}${MASK}@` : word));

/** Matches addresses masked by `maskedEmails`. */
const MASKED_EMAIL = new RegExp(`[^\\s@]?${MASK}@\\S*`, 'g');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Removes what PostgreSQL does not store in JSON. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

const shownValue = (name: string, value: unknown): string => {
  const text = textOf(value);
  // Without an at sign it is no address, but may be a name or number that the payer typed in its place.
  const isPrivate =
    !Object.hasOwn(postbackBody.shape, name) || (name === 'email' && text !== '' && !text.includes('@'));
  return isPrivate ? MASK : maskedEmails(text);
};

/**
 * Returns a call as the administrator sees it. Unknown parameters are stored by name only: their values may be personal data or
 * keys.
 */
export const receivedCall = (
  method: ReceivedCall['method'],
  partner: string,
  parameters: Readonly<Record<string, unknown>>,
): ReceivedCall => ({
  method,
  path: `/api/postbacks/${partner}`,
  parameters: Object.entries(parameters)
    .slice(0, MAX_PARAMETERS)
    .map(([name, value]) => ({
      name: storable(maskedEmails(name.slice(0, MAX_NAME_LENGTH))),
      value: storable(shownValue(name, value).slice(0, MAX_VALUE_LENGTH)),
    })),
});

export const statesAddress = (call: ReceivedCall): boolean =>
  call.parameters.some(({ name, value }) => `${name} ${value}`.includes(`${MASK}@`));

/** Returns the call without any part of an e-mail address, for an erased or unknown person. */
export const withoutAddresses = (call: ReceivedCall): ReceivedCall => ({
  ...call,
  parameters: call.parameters.map(({ name, value }) => ({
    name: name.replace(MASKED_EMAIL, MASK),
    value: value.replace(MASKED_EMAIL, MASK),
  })),
});
