import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from './logger.ts';
import type { Collections } from './reconciliation/collection.ts';
import { createReconciliationHandler } from './reconciliation/handler.ts';
import { isDraining } from './stopping.ts';
import type { Metrics } from './telemetry.ts';

/** Checks of a process's dependencies, by name; a check rejects while its dependency is unavailable. */
export type ReadinessChecks = Readonly<Record<string, () => unknown>>;

interface ManagementOptions {
  readiness: ReadinessChecks;
  metrics: Pick<Metrics, 'registry'>;
  /** Collections of the service that a reconciliation compares, when it owns or copies entities. */
  reconciliation?: Collections | undefined;
  logger: Logger;
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
};

/** Returns "ok", or the message of the error with which the check failed. */
export const outcomeOf = async (check: () => unknown): Promise<string> => {
  try {
    await check();
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/**
 * Serves the operators' endpoints of a process on MANAGEMENT_PORT: GET /metrics (Prometheus), /health/live and /health/ready with
 * the outcome of each check, and /reconciliation (docs/decisions/0020-reconciliation.md). The port is never published: only
 * operators may see the details of a failure.
 */
export const createManagement = ({
  readiness,
  metrics: { registry },
  reconciliation = {},
  logger,
}: ManagementOptions): RequestListener => {
  const reconcile = createReconciliationHandler(reconciliation);
  let wasReady: boolean | undefined;

  const ready = async (response: ServerResponse): Promise<void> => {
    const outcomes = await Promise.all(
      Object.entries(readiness).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const checks = {
      ...Object.fromEntries(outcomes),
      ...(isDraining() && { draining: 'the process is about to stop' }),
    };
    const isReady = Object.values(checks).every((outcome) => outcome === 'ok');
    // Probes come every two seconds: only changes are logged.
    if (isReady !== wasReady) logger[isReady ? 'info' : 'warn']({ checks }, isReady ? 'ready' : 'not ready');
    wasReady = isReady;
    sendJson(response, isReady ? 200 : 503, { status: isReady ? 'ok' : 'unavailable', checks });
  };
  const responses: Record<string, (response: ServerResponse) => unknown> = {
    '/health/live': (response) => sendJson(response, 200, { status: 'ok' }),
    '/health/ready': ready,
    '/metrics': async (response) =>
      response.setHeader('content-type', registry.contentType).end(await registry.metrics()),
  };

  const result = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = Object.hasOwn(responses, request.url ?? '') ? responses[request.url ?? ''] : undefined;
    if (send && request.method === 'GET') await send(response);
    else if (!(await reconcile(request, response))) response.writeHead(404).end();
  };
  return (request, response) => {
    result(request, response).catch((error: unknown) => {
      logger.error({ err: error }, 'management request failed');
      response.destroy();
    });
  };
};
