import type { ErrorRequestHandler } from 'express';
import type { ErrorBody } from 'contracts/errors';
import { FORBIDDEN_CHARACTERS } from 'contracts/fields';
import { isForgery } from './auth.ts';
import { AppError } from './errors.ts';
import type { Logger } from './logger.ts';
import { currentContext } from './request-context.ts';
import type { SecurityEvents } from './security-events.ts';
import { isDatabaseUnavailable, isStatementOutdated, isTransactionAborted } from './unavailable-database.ts';
import { VISITOR } from './viewer.ts';
import type { Viewer } from './viewer.ts';

/** Whether an error denies access. Expired tokens are not reported: every client has one each quarter of an hour. */
const isDenial = ({ code, cause }: AppError): boolean =>
  code === 'AUTHENTICATION_REQUIRED' ||
  code === 'FORBIDDEN' ||
  code === 'FIELD_FORBIDDEN' ||
  (code === 'SESSION_EXPIRED' && isForgery(cause));

/** Creates the Express error handler; unexpected errors are logged, and the client gets only INTERNAL. */
export const errorResponse =
  (logger: Logger, security: SecurityEvents): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const appError = toAppError(error);
    if (isDenial(appError)) {
      const viewer: Viewer = (response.locals.viewer as Viewer | undefined) ?? VISITOR;
      security.record('access.denied', {
        role: viewer.role,
        reason: appError.code,
        ...('id' in viewer && { subjectId: viewer.id, sessionId: viewer.sessionId }),
      });
    }
    if (appError.status >= 500) logger.error({ err: appError.cause ?? error, code: appError.code }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (appError.retryAfterSeconds !== undefined) response.set('retry-after', String(appError.retryAfterSeconds));
    const body: ErrorBody = {
      error: appError.message,
      code: appError.code,
      requestId: currentContext()?.requestId ?? '',
    };
    response.status(appError.status).set('cache-control', 'no-store').json(body);
  };

/** Whether PostgreSQL rejected a NUL character in text or jsonb: invalid input, whichever query it reached. */
const isUnstorableText = (error: unknown): boolean =>
  ['22021', '22P05'].includes((error as { code?: string } | null)?.code ?? '');

const toAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error;
  const type = (error as { type?: unknown } | null)?.type;
  if (type === 'entity.too.large') return new AppError('BODY_TOO_LARGE');
  if (type === 'entity.parse.failed') return new AppError('INVALID_JSON');
  if (typeof type === 'string' && /^(encoding|charset|request|entity)\./.test(type))
    return new AppError('UNSUPPORTED_BODY');
  if (error instanceof URIError) return new AppError('NOT_FOUND');
  if (isUnstorableText(error)) return new AppError('VALIDATION_FAILED', { text: FORBIDDEN_CHARACTERS, cause: error });
  // Timeouts of the object store's client and of fetch are TimeoutErrors.
  if (
    isDatabaseUnavailable(error) ||
    isTransactionAborted(error) ||
    isStatementOutdated(error) ||
    (error as Error | null)?.name === 'TimeoutError'
  )
    return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2, cause: error });
  return new AppError('INTERNAL', { cause: error });
};
