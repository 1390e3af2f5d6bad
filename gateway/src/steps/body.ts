import type { Step } from '../pipeline.ts';
import type { BodyReader } from '../request-body.ts';
import { hasBody } from '../request-framing.ts';
import { bodyLimitsOf } from '../routes.ts';

/** Reads the body before the request takes a slot, except in rows that stream it. @throws BodyRejected */
export const createBody =
  (readBody: BodyReader): Step =>
  async (exchange, next) => {
    const { row, request, client } = exchange;
    const limits = bodyLimitsOf(row);
    if (limits !== 'streamed' && hasBody(request)) exchange.body = await readBody(request, limits, client.network);
    return next();
  };
