import type { ReceivedCall } from 'contracts/operations/billing';
import { postbackBody } from 'contracts/operations/billing';

/** Stored of one call: a partner may add parameters of its own. */
const MAX_PARAMETERS = 30;
const MAX_NAME_LENGTH = 60;
const MASK = '•••';

/** Shows of an address its first letter and its domain. */
const maskedEmails = (text: string): string => text.replace(/([^\s@]?)[^\s@]*@/g, `$1${MASK}@`);

/** Matches what `maskedEmails` leaves of an address. */
const MASKED_EMAIL = new RegExp(`[^\\s@]?${MASK}@\\S*`, 'g');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/**
 * A call as the administrator sees it. Of parameters that we do not know the name alone is stored: the value may be personal, or
 * a key.
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
      name: maskedEmails(name.slice(0, MAX_NAME_LENGTH)).toWellFormed().replaceAll('\0', ''),
      value: Object.hasOwn(postbackBody.shape, name) ? maskedEmails(textOf(value)) : MASK,
    })),
});

export const statesAddress = (call: ReceivedCall): boolean =>
  call.parameters.some(({ name, value }) => `${name} ${value}`.includes(`${MASK}@`));

/** The call without any part of an e-mail address, for a person who was erased or is unknown. */
export const withoutAddresses = (call: ReceivedCall): ReceivedCall => ({
  ...call,
  parameters: call.parameters.map(({ name, value }) => ({
    name: name.replace(MASKED_EMAIL, MASK),
    value: value.replace(MASKED_EMAIL, MASK),
  })),
});
