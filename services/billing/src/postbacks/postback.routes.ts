import { listUnmatchedPostbacks, receivePostback, reconcilePostback } from 'contracts/operations/billing';
import type { Logger } from 'service-kit/logger';
import type { Mount } from 'service-kit/http';
import { currentContext, withContext } from 'service-kit/request-context';
import { createKeyCheck } from './partner-keys.ts';
import type { PartnerKeys } from './partner-keys.ts';
import type { Postback } from './postback.ts';
import type { PostbackService } from './postback.service.ts';

interface Dependencies {
  postbacks: PostbackService;
  keys: PartnerKeys;
  logger: Logger;
}

const shown = ({
  id,
  partner,
  transactionId,
  event,
  reference,
  amountCents,
  currency,
  discrepancies,
  receivedAt,
}: Postback) => ({
  id,
  partner,
  transaction_id: transactionId,
  event,
  reference,
  amount_cents: amountCents,
  currency,
  discrepancies: [...discrepancies],
  received_at: receivedAt.toISOString(),
});

/** Events of a postback name the partner as their actor. */
const asPartner = <Result>(partner: string, work: () => Promise<Result>): Promise<Result> => {
  const context = currentContext();
  return context ? withContext({ ...context, actor: { role: 'partner', id: partner } }, work) : work();
};

export const postbackRoutes = (mount: Mount, { postbacks, keys, logger }: Dependencies): void => {
  mount(listUnmatchedPostbacks, async () => (await postbacks.unmatched()).map(shown));
  mount(
    receivePostback,
    async ({ params: { partner }, query }) => ({
      ok: true as const,
      verdict: await asPartner(partner, () => postbacks.receive(partner, query)),
    }),
    createKeyCheck(keys, logger),
  );
  mount(reconcilePostback, async ({ params, body }) => ({
    ok: true as const,
    verdict: await postbacks.reconcile(params.id, body.email),
  }));
};
