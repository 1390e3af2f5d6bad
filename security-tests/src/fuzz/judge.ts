import { ERRORS } from 'contracts/errors';
import type { ErrorBody, ErrorCode } from 'contracts/errors';
import type { Operation } from 'contracts/operation';
import type { Received } from '../platform/http-client.ts';

/** Errors that the gateway and every service may return for any operation. */
const COMMON: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'VALIDATION_FAILED',
  'INVALID_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_BODY',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'TOO_MANY_REQUESTS',
  'SESSION_EXPIRED',
  'SERVICE_UNAVAILABLE',
];
const INTERNALS =
  /\bat .*\.[jt]s:\d+|node_modules|SyntaxError|TypeError|ECONNREFUSED|syntax error at or near|violates \w+[- ]?\w* constraint|invalid input syntax|invalid byte sequence|relation ".*" does not exist|MongoServerError/;

const codesOf = ({ errors, roles, recentLogin }: Operation): Set<ErrorCode> =>
  new Set<ErrorCode>([
    ...COMMON,
    ...errors,
    ...(roles ? (['AUTHENTICATION_REQUIRED', 'FORBIDDEN'] as const) : []),
    ...(recentLogin ? (['REAUTHENTICATION_REQUIRED'] as const) : []),
  ]);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const faultOfError = (operation: Operation, { status, text }: Received): string | null => {
  const { code, error, requestId } = (parsed(text) ?? {}) as Partial<ErrorBody>;
  if (code === undefined || !(code in ERRORS) || !error || !requestId) return 'an error without the body of an error';
  if (ERRORS[code].status !== status) return `status ${status} with the code ${code}`;
  if (!codesOf(operation).has(code)) return `the code ${code}, which the operation does not declare`;
  return null;
};

interface Rules {
  /** Texts that only other users may read. */
  foreign: readonly string[];
  /** Whether the request violates its schema, or its caller has none of the roles. */
  mustReject: boolean;
}

const faultOfSuccess = (
  operation: Operation,
  { status, text, headers }: Received,
  mustReject: boolean,
): string | null => {
  if (status === 301 || status === 308)
    return headers.location?.startsWith('/') ? null : 'a redirect away from the site';
  if (mustReject) return 'a success of a request that its schema or roles reject';
  // The query may request a spreadsheet.
  if (headers['content-type']?.startsWith('text/csv')) return operation.query ? null : 'a spreadsheet';
  const response = text === '' ? undefined : parsed(text);
  if (text !== '' && response === undefined) return 'a body that is no JSON';
  if (
    status !==
    (text === '' && operation.response.safeParse(undefined).success && operation.status !== 201
      ? 204
      : (operation.status ?? 200))
  )
    return `the undeclared status ${status}`;
  const { success, error } = operation.response.safeParse(response);
  return success
    ? null
    : `a success against its schema: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', ')}`;
};

/** Replaces the status where the connection broke: `text` is the error. */
export const NO_RESPONSE = 0;

/** Returns the fault of a response, or null. */
export const faultOf = (operation: Operation, received: Received, { foreign, mustReject }: Rules): string | null => {
  const { status, text } = received;
  if (status === NO_RESPONSE) return 'no response';
  if (INTERNALS.test(text)) return 'internals of a service';
  const marker = foreign.find((private_) => text.includes(private_));
  if (marker !== undefined) return `private data of another owner (${marker})`;
  // An internal error is a fault even if its code is declared; being busy is not.
  if (status >= 500 && status !== 503) return `status ${status}`;
  // Sent by the HTTP parser: there is no request yet that could get the platform's error body (service-kit/serve).
  if (status === 431 && text === '') return null;
  return status >= 400 ? faultOfError(operation, received) : faultOfSuccess(operation, received, mustReject);
};
