import pino from 'pino';
import { currentContext } from './request-context.ts';
import { traceIdOf } from './telemetry.ts';

/** Names of fields that are removed from logs, in any object. */
const PERSONAL = [
  'email',
  'password',
  'newPassword',
  'firstName',
  'lastName',
  'username',
  'token',
  'authorization',
  'cookie',
  'key',
  'phone',
];

/**
 * Logged properties of an error, besides name, message and stack: other properties of drivers and parsers may be rows or bodies.
 */
const ERROR_PROPERTIES = ['code', 'constraint', 'table', 'status', 'syscall', 'address', 'port'];

/** Values that PostgreSQL and MongoDB quote in their messages, up to the end of the line. */
const QUOTED =
  /((?:dup key|invalid input (?:syntax for type|value for enum) [\w ]+|date\/time field value out of range): )\S.*/g;
const EMAIL = /[\w.!#$%&'*+=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+/gi;
const HIDDEN = '[hidden]';

const unquoted = (text = '') => text.replace(QUOTED, `$1${HIDDEN}`);

const writtenError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: unquoted(message),
    stack: unquoted(stack),
    ...Object.fromEntries(Object.entries(error).filter(([fact]) => ERROR_PROPERTIES.includes(fact))),
    ...(cause === undefined ? {} : { cause: writtenError(cause) }),
  };
};

/**
 * Creates a structured logger (one JSON object per line) with the process name, request id and trace id. Personal data are removed
 * by field name, from errors, and by a final check of each line for e-mail addresses.
 */
export const createLogger = (name: string, level = 'info', destination?: pino.DestinationStream) =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: PERSONAL.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: HIDDEN },
      serializers: { err: writtenError },
      hooks: { streamWrite: (line) => (line.includes('@') ? line.replace(EMAIL, HIDDEN) : line) },
      mixin: () => {
        const context = currentContext();
        return context ? { requestId: context.requestId, traceId: traceIdOf(context.traceparent) } : {};
      },
    },
    ...(destination ? [destination] : []),
  );
export type Logger = ReturnType<typeof createLogger>;
