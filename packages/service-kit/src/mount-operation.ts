import express from 'express';
import type { Express, Request, RequestHandler, Response } from 'express';
import { JSON_BODY_MAX_BYTES } from 'contracts/limits';
import type { CallResponse, HandlerInput, Operation } from 'contracts/operation';
import { z } from 'zod';
import { fr } from 'zod/locales';
import { bearerOf } from './auth.ts';
import type { Verifier } from './auth.ts';
import { AppError } from './errors.ts';
import { executeIdempotently, idempotencyKeyOf } from './idempotency.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Logger } from './logger.ts';
import { createRecentLoginCheck, requireRecentLogin } from './recent-login.ts';
import type { RecentLoginCheck } from './recent-login.ts';
import { currentContext, withContext } from './request-context.ts';
import { actorOf, viewerKey, VISITOR } from './viewer.ts';
import type { Viewer } from './viewer.ts';

z.config(fr());

export interface CallContext {
  viewer: Viewer;
  request: Request;
  response: Response;
  /**
   * Must be called before a change is written, when the operation names fields that need a recent login.
   * @param changes fields that differ from their stored values
   * @throws AppError REAUTHENTICATION_REQUIRED when one of these fields changes and the login is too old
   */
  requireRecentLoginFor: RecentLoginCheck;
}
/** Result of a handler whose operation declares a `redirect`: 301 with this path as Location. */
export class MovedPermanently {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}
type Result<O> = CallResponse<O> | MovedPermanently;
type Handler<O> = (input: HandlerInput<O>, context: CallContext) => Promise<Result<O>> | Result<O>;

/** Mounts an operation of the contracts with its handler. `before` runs after the role check (a multipart reader, for example). */
export type Mount = <O extends Operation>(operation: O, handler: Handler<O>, ...before: RequestHandler[]) => void;

/** Parses input. @throws AppError VALIDATION_FAILED with the French text of the first error */
const parse = <Schema extends z.ZodType>(schema: Schema | undefined, value: unknown): z.output<Schema> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('VALIDATION_FAILED', { text: result.error.issues[0]?.message ?? 'Requête invalide' });
};

const identify = async (operation: Operation, request: Request, verifier?: Verifier): Promise<Viewer> => {
  const reads = operation.roles !== undefined || operation.readsToken || operation.method === 'GET';
  const header = request.get('authorization');
  if (!verifier || !reads || header === undefined) {
    if (operation.roles) throw new AppError('AUTHENTICATION_REQUIRED');
    return VISITOR;
  }
  const token = bearerOf(header);
  if (!token) throw new AppError('SESSION_EXPIRED');
  return verifier.verify(token);
};

/** Limit of a signed body, which is the notification of one transaction. */
const MAX_SIGNED_BODY_BYTES = 64 * 1024;

const jsonReader = (limit: number) => express.json({ limit, type: 'application/json' });
const readJson = jsonReader(JSON_BODY_MAX_BYTES);
/** A signature covers the raw bytes: the signature check, which runs before the handler, parses them. */
const readBytes = express.raw({ limit: MAX_SIGNED_BODY_BYTES, type: 'application/json' });
const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
  next(hasBody && !request.is('application/json') ? new AppError('UNSUPPORTED_BODY') : undefined);
};

export interface MountOptions {
  logger: Logger;
  verifier?: Verifier;
  /** Required for operations that are declared idempotent. */
  idempotency?: IdempotencyStore;
}

/** Returns a function that mounts an operation on an app: role check, body readers and handler. */
export const createMount =
  (app: Express, { logger, verifier, idempotency }: MountOptions): Mount =>
  (operation, handler, ...before) => {
    const store = operation.idempotent ? idempotency : undefined;
    if (operation.idempotent && !store)
      throw new Error(`${operation.id} is idempotent: its service needs a store of keys`);
    const guard: RequestHandler = async (request, response, next) => {
      const viewer = await identify(operation, request, verifier);
      response.locals.viewer = viewer;
      if (operation.roles && (viewer.role === 'visitor' || !operation.roles.includes(viewer.role)))
        throw new AppError('FORBIDDEN');
      if (operation.recentLogin === true) requireRecentLogin(viewer);
      const context = currentContext();
      if (context) withContext({ ...context, actor: actorOf(viewer) }, next);
      else next();
    };
    const respond: RequestHandler = async (request, response) => {
      const input = {
        params: parse(operation.params, request.params),
        query: parse(operation.query, request.query),
        body: parse(operation.body, request.body ?? {}),
      } as HandlerInput<typeof operation>;
      const viewer = response.locals.viewer as Viewer;
      const execute = () =>
        handler(input, {
          viewer,
          request,
          response,
          requireRecentLoginFor: createRecentLoginCheck(operation, viewer),
        });
      const key = store && idempotencyKeyOf(request.get('idempotency-key'));
      const result =
        store && key !== undefined
          ? await executeIdempotently(
              { store, logger },
              { key, scope: [operation.id, viewerKey(viewer)], input },
              execute,
            )
          : await execute();
      if (!response.headersSent) {
        if (!response.get('cache-control')) response.set('cache-control', 'no-store');
        if (result instanceof MovedPermanently) response.status(301).location(result.path).end();
        else response.status(operation.status ?? 200).json(result);
      }
    };
    const readOwnJson = operation.maxBodyBytes === undefined ? readJson : jsonReader(operation.maxBodyBytes);
    const body = operation.body ? [requireJson, operation.isSigned ? readBytes : readOwnJson] : [];
    app[operation.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'](
      operation.path,
      guard,
      ...body,
      ...before,
      respond,
    );
  };
