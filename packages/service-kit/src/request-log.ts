import type { Request, RequestHandler } from 'express';
import type { Logger } from './logger.ts';
import { currentContext, requestIdOf, SYSTEM, withContext } from './request-context.ts';
import { childTraceparent } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { openRequest } from './tracing.ts';

/** Returns the declared route: the path itself may contain personal data. */
const routeOf = (request: Request): string => {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' ? path : 'other';
};

/** Assigns a request its id, its trace and its log context. */
export const inContext: RequestHandler = (request, response, next) => {
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

/** Logs and measures each request once its response is closed. */
export const logRequests =
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
