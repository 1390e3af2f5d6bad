import type { Logger } from 'service-kit/logger';
import { sendError } from '../error-response.ts';
import type { Step } from '../pipeline.ts';
import { Overloaded } from '../reject.ts';
import type { Reject } from '../reject.ts';
import { BodyRejected } from '../request-body.ts';
import { errorCodeOf } from '../upstream.ts';

/** Maps errors of later steps to error responses. */
export const createRecover =
  ({ reject, logger }: { reject: Reject; logger: Logger }): Step =>
  async (exchange, next) => {
    const { row, client, request, response } = exchange;
    try {
      await next();
    } catch (error) {
      if (error instanceof Overloaded) return reject(exchange, 'SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      if (error instanceof BodyRejected) return error.code ? reject(exchange, error.code) : void response.destroy();
      const code = errorCodeOf(error);
      logger.warn({ err: error, target: row.target, code }, 'upstream request failed');
      sendError(request, response, code, { requestId: client.requestId });
    }
  };
