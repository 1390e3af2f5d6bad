import pino from 'pino';
import { currentContext } from './request-context.ts';
import { traceIdOf } from './telemetry.ts';

/** Names of fields that never reach a log, whatever object they come in. */
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

/** Properties of an error that are logged besides its name, message and stack: those of drivers and parsers may be rows and bodies. */
const ERROR_PROPERTIES = ['code', 'constraint', 'table', 'status', 'syscall', 'address', 'port'];

/** Values that PostgreSQL and MongoDB quote in their messages, to the end of the line. */
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
 * Structured logs (one JSON object a line) with the process's name, the request's id and the trace's id, and without personal
 * data: by the names of fields, by what remains of errors, and by a last check of each line for e-mail addresses.
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
