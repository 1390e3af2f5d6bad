import pino from 'pino';
import { currentContext } from './request-context.ts';
import { traceIdOf } from './telemetry.ts';

/** Names of fields that never reach a log, whatever object they come in. */
const PERSONAL = ['email', 'password', 'newPassword', 'firstName', 'lastName', 'username', 'token', 'authorization', 'cookie', 'key', 'phone'];

/**
 * Structured logs (one JSON object a line) with the process's name, the request's id and the trace's id.
 */
export const createLogger = (name: string, level = 'info', destination?: pino.DestinationStream) =>
  pino(
    {
      name,
      level,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: PERSONAL.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[hidden]' },
      mixin: () => {
        const context = currentContext();
        return context ? { requestId: context.requestId, traceId: traceIdOf(context.traceparent) } : {};
      },
    },
    ...(destination ? [destination] : []),
  );
export type Logger = ReturnType<typeof createLogger>;
