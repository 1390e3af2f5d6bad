import { randomUUID } from 'node:crypto';
import type { PostbackFields, Verdict } from 'contracts/operations/postbacks';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { CheckoutTokens } from '../checkouts/checkout-token.ts';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import type { PostbackMatching } from './postback-matching.ts';
import type { RelatedPostbackRepository } from './related-postback.repository.ts';
import { postbackOf } from './postback.ts';
import type { Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';

interface Dependencies {
  postgres: Postgres;
  postbacks: Pick<PostbackRepository, 'byId' | 'save' | 'unmatched'>;
  related: Pick<RelatedPostbackRepository, 'lockRelated' | 'identify'>;
  matching: Pick<PostbackMatching, 'match' | 'eraseLateAddress'>;
  tokens: Pick<CheckoutTokens, 'read'>;
  logger: Logger;
  timeSql: TimeSql;
}

export const createPostbackService = ({
  postgres,
  postbacks,
  related,
  matching,
  tokens,
  logger,
  timeSql,
}: Dependencies) => {
  return {
    /** Stores a partner's notification with a verdict and applies it idempotently, regardless of repetitions and order. */
    receive: async (
      partner: string,
      fields: PostbackFields,
      { webhookId, call }: Pick<Postback, 'webhookId' | 'call'>,
    ): Promise<Verdict> => {
      const { reference, claim } = await tokens.read(fields.sub4);
      const { postback, verdict } = await postgres.transaction(async (client) => {
        const received: Postback = {
          ...postbackOf(partner, { ...fields, sub4: reference }, await readTime(client, timeSql)),
          id: randomUUID(),
          webhookId,
          verdict: 'unmatched',
          matchedBy: '',
          subscriberId: null,
          call,
        };
        await related.lockRelated(client, received);
        const { postback, isRepeated } = await related.identify(client, received);
        const { verdict, payer } = isRepeated
          ? { verdict: 'duplicate' as const }
          : await matching.match(client, postback, claim);
        // Otherwise it is stored with what it did.
        if (verdict === 'duplicate' || verdict === 'unmatched') await postbacks.save(client, { ...postback, verdict });
        await matching.eraseLateAddress(client, postback, payer);
        return { postback, verdict };
      });
      logger.info({ partner, postbackId: postback.id, event: postback.event, verdict }, 'postback');
      if (postback.discrepancies.length > 0)
        logger.warn(
          { partner, postbackId: postback.id, discrepancies: postback.discrepancies },
          'postback differs from the offer',
        );
      return verdict;
    },
    /** @throws AppError VALIDATION_FAILED for a cursor that is no postback's id */
    unmatched: async (cursor: string | null): ReturnType<PostbackRepository['unmatched']> => {
      if (cursor !== null && !(await postbacks.byId(postgres, cursor)))
        throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
      return postbacks.unmatched(cursor);
    },
  };
};
export type PostbackService = ReturnType<typeof createPostbackService>;
