import type { Step } from '../pipeline.ts';
import type { Proxy } from '../proxy.ts';
import { bodyLimitsOf } from '../routes.ts';

/** Maximum time without a byte of a streamed body. */
const UPLOAD_IDLE_TIMEOUT_MS = 60_000;

/** Proxies the request to its service; the last step. */
export const createFetch =
  (proxy: Proxy): Step =>
  async (exchange) => {
    const { row, request } = exchange;
    if (bodyLimitsOf(row) === 'streamed') request.socket.setTimeout(UPLOAD_IDLE_TIMEOUT_MS);
    await proxy(exchange);
  };
