import express from 'express';
import type { Express } from 'express';
import helmet from 'helmet';
import { AppError } from './errors.ts';
import { errorResponse } from './http-errors.ts';
import { createMount } from './mount-operation.ts';
import type { Mount, MountOptions } from './mount-operation.ts';
import { inContext, logRequests } from './request-log.ts';
import { createSecurityEvents } from './security-events.ts';
import type { Metrics } from './telemetry.ts';

interface HttpOptions extends MountOptions {
  metrics?: Metrics;
  routes: (mount: Mount, app: Express) => void;
}

/** Headers that forbid browsers to render or run a response; pages set their own policy. */
const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Disabled headers are read only by obsolete browsers, or duplicate frame-ancestors: they would add about 170 bytes to each
  // response.
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/**
 * Creates the HTTP side of a service: request ids, logs, operations with validated input and role checks, 404 and 405 as JSON, and
 * error responses.
 */
export const createHttp = (options: HttpOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  // The gateway applies limits by the exact path of a call.
  app.enable('case sensitive routing');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(inContext, logRequests(options.logger, options.metrics), securityHeaders);

  const methods = new Map<string, Set<string>>();
  const mountOperation = createMount(app, options);
  const mount: Mount = (operation, handler, ...before) => {
    let part = 0;
    const shape = operation.path.replace(/:\w+/g, () => `:part${++part}`);
    methods.set(shape, (methods.get(shape) ?? new Set()).add(operation.method));
    mountOperation(operation, handler, ...before);
  };

  options.routes(mount, app);

  for (const [shape, allowedMethods] of methods)
    app.all(shape, (_request, response) => {
      response.set('allow', [...allowedMethods].join(', '));
      throw new AppError('METHOD_NOT_ALLOWED');
    });
  app.use(() => {
    throw new AppError('NOT_FOUND');
  });
  app.use(errorResponse(options.logger, createSecurityEvents(options)));
  return app;
};
