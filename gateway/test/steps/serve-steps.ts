import { createLogger } from 'service-kit/logger';
import { startHttpServer } from 'testing/http-server';
import { createClientReader } from '../../src/client.ts';
import { createPipeline } from '../../src/pipeline.ts';
import type { Exchange, Step } from '../../src/pipeline.ts';
import { createReject } from '../../src/reject.ts';
import type { Row } from '../../src/routes.ts';
import { createRecover } from '../../src/steps/recover.ts';
import { onCleanup } from '../start-gateway.ts';

export const reject = createReject();
export const recover = createRecover({ reject, logger: createLogger('gateway', 'silent') });
export const ROW: Row = { path: '/api/subscription', target: 'billing', timeoutMs: 1_000, requestsPerMinute: 1_000 };

/**
 * Serves requests with the given steps, then responds with 200 to those that pass all of them.
 * @returns the address and the exchanges that passed
 */
export const serveSteps = async (steps: readonly Step[], row: Row = ROW) => {
  const passed: Exchange[] = [];
  const clientOf = createClientReader(0);
  const end: Step = async (exchange) => {
    passed.push({ ...exchange });
    exchange.response.end('passed');
  };
  const run = createPipeline<Exchange>([...steps, end]);
  const { url, close } = await startHttpServer((request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    const target = { path, query: query === undefined ? '' : `?${query}` };
    run({ request, response, client: clientOf(request), ...target, row }).catch((error: Error) =>
      response.writeHead(500).end(error.name),
    );
  });
  onCleanup(close);
  return { url, passed };
};
