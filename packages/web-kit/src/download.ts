import type { CallInput, Operation } from 'contracts/operation';
import { addressOf, withRenewal } from 'web-kit/api';
import type { Caller, Values } from 'web-kit/api';
import { ApiError, apiErrorOf } from 'web-kit/api-error';

const TIMEOUT_MS = 30_000;
/** Reads the file name that the server has set. */
const nameIn = (disposition: string | null): string => /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'export';

const press = (href: string, name: string): void => {
  const link = Object.assign(document.createElement('a'), { href, download: name });
  document.body.append(link);
  link.click();
  link.remove();
};

/** Saves a file that is in memory. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file);
  press(address, name);
  URL.revokeObjectURL(address);
};

/** Lets the browser save a file of this site under the server's name, without loading it into memory. */
export const saveFrom = (address: string): void => press(address, '');

/**
 * Saves the file that an operation returns, under the server's name. An expired token is renewed once.
 * @throws ApiError as `call` does
 */
export const download = async <O extends Operation>(
  operation: O,
  { params, query, session }: CallInput<O> & { session: Caller },
): Promise<void> => {
  const { response, status, body } = await withRenewal(session, async (token) => {
    const response = await fetch(addressOf(operation, params as Values | undefined, query as Values | undefined), {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new ApiError({ status: 0, code: 'NETWORK', cause });
    });
    return { response, status: response.status, body: response.ok ? '' : await response.text() };
  });
  if (!response.ok) throw apiErrorOf(status, body);
  saveFile(await response.blob(), nameIn(response.headers.get('content-disposition')));
};
