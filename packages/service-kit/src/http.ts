import express from 'express';
import type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { ErrorBody } from 'contracts/errors';
import type { CallResponse, HandlerInput, Operation } from 'contracts/operation';
import { z } from 'zod';
import { fr } from 'zod/locales';
import { bearerOf, isForgery } from './auth.ts';
import type { Verifier } from './auth.ts';
import { AppError } from './errors.ts';
import { createOnce, idempotencyKeyOf } from './idempotency.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Logger } from './logger.ts';
import { createRecentLoginCheck, requireRecentLogin } from './recent-login.ts';
import type { RecentLoginCheck } from './recent-login.ts';
import { currentContext, requestIdOf, SYSTEM, withContext } from './request-context.ts';
import { createSecurityEvents } from './security-events.ts';
import type { SecurityEvents } from './security-events.ts';
import { childTraceparent } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { openRequest } from './tracing.ts';
import { isDatabaseUnavailable } from './unavailable-database.ts';
import { actorOf, viewerKey, VISITOR } from './viewer.ts';
import type { Viewer } from './viewer.ts';

z.config(fr());

/** Limit of a JSON body; a model with a thousand items takes about a tenth. */
const MAX_BODY_BYTES = 1024 * 1024;

export interface CallContext {
  viewer: Viewer;
  request: Request;
  response: Response;
  /**
   * Called before a change is written, where the operation names the fields that need a recent login.
   * @param changes what differs from what is stored
   * @throws AppError REAUTHENTICATION_REQUIRED when one of these fields changes and the login is older
   */
  requireRecentLoginFor: RecentLoginCheck;
}
/** Returned by a handler whose operation declares a `redirect`: 301 with this path as Location. */
export class MovedPermanently {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}
type Result<O> = CallResponse<O> | MovedPermanently;
type Handler<O> = (input: HandlerInput<O>, context: CallContext) => Promise<Result<O>> | Result<O>;

/** Ties an operation of the contracts to what does it. `before` runs after the role check (a multipart reader, for example). */
export type Mount = <O extends Operation>(declared: O, handler: Handler<O>, ...before: RequestHandler[]) => void;

interface HttpOptions {
  logger: Logger;
  metrics?: Metrics;
  verifier?: Verifier;
  /** Required where an operation is declared idempotent. */
  idempotency?: IdempotencyStore;
  routes: (mount: Mount, app: Express) => void;
}

/** A page sets its own policy; of everything else nothing is rendered or run. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // For browsers that are no longer in use, or stated by frame-ancestors: some 170 bytes of every response.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** The route as it was declared: a path may hold what a person has given. */
const routeOf = (request: Request): string => {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'other';
};

const inContext: RequestHandler = (request, response, next) => {
  const requestId = requestIdOf(request.get('x-request-id'));
  response.set('x-request-id', requestId);
  const traceparent = request.get('traceparent');
  const span = openRequest(request.method, traceparent);
  const proceed = () =>
    withContext({ requestId, traceparent: span?.traceparent ?? childTraceparent(traceparent), actor: SYSTEM }, next);
  if (!span) return proceed();
  response.on('close', () => span.endWithStatus(routeOf(request), response.statusCode));
  span.within(proceed);
};

const logged =
  (logger: Logger, metrics?: Metrics): RequestHandler =>
  (request, response, next) => {
    const started = process.hrtime.bigint();
    const context = currentContext();
    response.on('close', () => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      const route = routeOf(request);
      metrics?.requests.observe({ method: request.method, route, status: response.statusCode }, seconds);
      const line = {
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(seconds * 1000),
        aborted: !response.writableFinished,
      };
      const write = () => logger[response.statusCode >= 500 ? 'error' : 'info'](line, 'request');
      if (context) withContext(context, write);
      else write();
    });
    next();
  };

/** The first fault of a body, in the words that the person is shown. */
const parsed = <Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('VALIDATION_FAILED', { text: result.error.issues[0]?.message ?? 'Requête invalide' });
};

const identify = async (declared: Operation, request: Request, verifier?: Verifier): Promise<Viewer> => {
  const reads = declared.roles !== undefined || declared.readsToken || declared.method === 'GET';
  const header = request.get('authorization');
  if (!verifier || !reads || header === undefined) {
    if (declared.roles) throw new AppError('AUTHENTICATION_REQUIRED');
    return VISITOR;
  }
  const token = bearerOf(header);
  if (!token) throw new AppError('SESSION_EXPIRED');
  return verifier.verify(token);
};

/** Limit of a signed body: a notification of one transaction. */
const MAX_SIGNED_BODY_BYTES = 64 * 1024;

const jsonReader = (limit: number) => express.json({ limit, type: 'application/json' });
const readJson = jsonReader(MAX_BODY_BYTES);
/** A signature covers the bytes as they came: its check, which runs before the handler, parses them. */
const readBytes = express.raw({ limit: MAX_SIGNED_BODY_BYTES, type: 'application/json' });
const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  next(hasBody && !request.is('application/json') ? new AppError('UNSUPPORTED_BODY') : undefined);
};

/** Access denied. An expired token is not reported: every client has one each quarter of an hour. */
const isDenial = ({ code, cause }: AppError): boolean =>
  code === 'AUTHENTICATION_REQUIRED' ||
  code === 'FORBIDDEN' ||
  code === 'FIELD_FORBIDDEN' ||
  (code === 'SESSION_EXPIRED' && isForgery(cause));

/** Turns an error into the response; an unexpected one is logged, and the client receives INTERNAL only. */
const errorResponse =
  (logger: Logger, security: SecurityEvents): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const known = toAppError(error);
    if (isDenial(known)) {
      const viewer: Viewer = (response.locals.viewer as Viewer | undefined) ?? VISITOR;
      security.record('access.denied', {
        role: viewer.role,
        reason: known.code,
        ...('id' in viewer && { subjectId: viewer.id, sessionId: viewer.sessionId }),
      });
    }
    if (known.status >= 500) logger.error({ err: known.cause ?? error, code: known.code }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (known.retryAfter !== undefined) response.set('retry-after', String(known.retryAfter));
    const body: ErrorBody = { error: known.message, code: known.code, requestId: currentContext()?.requestId ?? '' };
    response.status(known.status).set('cache-control', 'no-store').json(body);
  };

/** PostgreSQL's refusal of a NUL character in text or jsonb: a fault of what was sent, wherever it reached a query. */
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
  if (isUnstorableText(error))
    return new AppError('VALIDATION_FAILED', { text: 'Caractères non autorisés', cause: error });
  // A TimeoutError is the object store's client, or a deadline of fetch.
  if (isDatabaseUnavailable(error) || (error as Error | null)?.name === 'TimeoutError')
    return new AppError('SERVICE_UNAVAILABLE', { retryAfter: 2, cause: error });
  return new AppError('INTERNAL', { cause: error });
};

/**
 * The HTTP side of a service: request id, logs, its operations with validated input and checked roles,
 * 404 and 405 as JSON, and one place where errors become responses.
 */
export const createHttp = (options: HttpOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  // The gateway finds the limits of a call by its one spelling.
  app.enable('case sensitive routing');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(inContext, logged(options.logger, options.metrics), securityHeaders);

  const methods = new Map<string, Set<string>>();
  const mount: Mount = (declared, handler, ...before) => {
    const store = declared.idempotent ? options.idempotency : undefined;
    if (declared.idempotent && !store)
      throw new Error(`${declared.id} is idempotent: its service needs a store of keys`);
    let part = 0;
    const shape = declared.path.replace(/:\w+/g, () => `:part${++part}`);
    methods.set(shape, (methods.get(shape) ?? new Set()).add(declared.method));
    const guard: RequestHandler = async (request, response, next) => {
      const viewer = await identify(declared, request, options.verifier);
      response.locals.viewer = viewer;
      if (declared.roles && (viewer.role === 'visitor' || !declared.roles.includes(viewer.role)))
        throw new AppError('FORBIDDEN');
      if (declared.recentLogin === true) requireRecentLogin(viewer);
      const context = currentContext();
      if (context) withContext({ ...context, actor: actorOf(viewer) }, next);
      else next();
    };
    const respond: RequestHandler = async (request, response) => {
      const input = {
        params: parsed(declared.params, request.params),
        query: parsed(declared.query, request.query),
        body: parsed(declared.body, request.body ?? {}),
      } as HandlerInput<typeof declared>;
      const viewer = response.locals.viewer as Viewer;
      const execute = () =>
        handler(input, {
          viewer,
          request,
          response,
          requireRecentLoginFor: createRecentLoginCheck(declared, viewer),
        });
      const key = store && idempotencyKeyOf(request.get('idempotency-key'));
      const result =
        store && key !== undefined
          ? await createOnce(
              { store, logger: options.logger },
              { key, scope: [declared.id, viewerKey(viewer)], input },
              execute,
            )
          : await execute();
      if (!response.headersSent) {
        if (!response.get('cache-control')) response.set('cache-control', 'no-store');
        if (result instanceof MovedPermanently) response.status(301).location(result.path).end();
        else response.status(declared.status ?? 200).json(result);
      }
    };
    const readOwnJson = declared.maxBodyBytes === undefined ? readJson : jsonReader(declared.maxBodyBytes);
    const body = declared.body ? [requireJson, declared.isSigned ? readBytes : readOwnJson] : [];
    app[declared.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](
      declared.path,
      guard,
      ...body,
      ...before,
      respond,
    );
  };

  options.routes(mount, app);

  for (const [shape, allowed] of methods)
    app.all(shape, (_request, response) => {
      response.set('allow', [...allowed].join(', '));
      throw new AppError('METHOD_NOT_ALLOWED');
    });
  app.use(() => {
    throw new AppError('NOT_FOUND');
  });
  app.use(errorResponse(options.logger, createSecurityEvents(options)));
  return app;
};
