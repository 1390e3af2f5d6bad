import type { Logger } from './logger.ts';
import { serve } from './serve.ts';
import type { Metrics } from './telemetry.ts';

/**
 * Serves the metrics on a port of their own: for a process whose other port is open to everybody.
 * @returns what ends it
 */
export const serveMetrics = async ({ registry }: Pick<Metrics, 'registry'>, { port, host, logger }: { port: number; host?: string | undefined; logger: Logger }): Promise<{ port: number; close: () => Promise<void> }> => {
  const { port: taken, close } = await serve(
    (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
      registry.metrics().then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        (error: unknown) => {
          logger.warn({ err: error }, 'the metrics could not be gathered');
          response.writeHead(500).end();
        },
      );
    },
    { port, host },
  );
  return { port: taken, close: () => close(0) };
};
