import { randomUUID } from 'node:crypto';
import { postbackBody, postbackQuery } from 'contracts/operations/postbacks';
import type { PostbackFields, ReceivedCall } from 'contracts/operations/postbacks';
import type { RequestHandler } from 'express';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import type { PostbackRepository } from './postback.repository.ts';
import { receivedCall } from './received-call.ts';

interface Dependencies {
  postgres: Pick<Postgres, 'query'>;
  postbacks: Pick<PostbackRepository, 'saveRejected'>;
  timeSql: TimeSql;
  logger: Logger;
}

/** Rejects a partial refund without an amount, which would refund the whole payment. */
const statesPartialAmount = ({ event, amount }: Pick<PostbackFields, 'event' | 'amount'>): boolean =>
  event !== 'partial_refund' || amount !== undefined;
const MISSING_AMOUNT = { error: 'Un remboursement partiel indique son montant', path: ['amount'] };
const SCHEMAS = {
  GET: postbackQuery.refine(statesPartialAmount, MISSING_AMOUNT),
  POST: postbackBody.refine(statesPartialAmount, MISSING_AMOUNT),
} as const;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Creates a handler that stores an authenticated call which cannot be read, with the verdict `rejected`, before it is rejected:
 * the administrator sees it whatever it carries (docs/domain.md#postbacks).
 */
export const createRequireReadable =
  ({ postgres, postbacks, timeSql, logger }: Dependencies) =>
  (method: ReceivedCall['method']): RequestHandler =>
  async (request, _response, next) => {
    const stated: unknown = method === 'GET' ? request.query : request.body;
    const { error } = SCHEMAS[method].safeParse(stated);
    if (!error) return next();
    const partner = String(request.params.partner);
    const fields = [
      ...new Set(error.issues.flatMap(({ path: [field] }) => (field === undefined ? [] : [String(field)]))),
    ];
    const id = randomUUID();
    const receivedAt = await readTime(postgres, timeSql);
    const call = receivedCall(method, partner, isRecord(stated) ? stated : {});
    await postbacks.saveRejected(postgres, { id, partner, receivedAt, call }, fields);
    logger.warn({ partner, postbackId: id, fields }, 'unreadable postback');
    if (stated === undefined) throw new AppError('INVALID_JSON');
    throw new AppError('VALIDATION_FAILED', { text: error.issues[0]?.message });
  };
export type RequireReadable = ReturnType<typeof createRequireReadable>;
