import { comparePostbackReport } from 'contracts/operations/postback-report';
import {
  listPostbackCandidates,
  listPostbacks,
  listUnmatchedPostbacks,
  receivePostback,
  receiveWebhook,
  reconcilePostback,
  replayPostback,
  reviewPostback,
} from 'contracts/operations/postbacks';
import type { RequestHandler } from 'express';
import type { Logger } from 'service-kit/logger';
import type { Mount } from 'service-kit/mount-operation';
import { setPageHeaders } from 'service-kit/list-page';
import { currentContext, withContext } from 'service-kit/request-context';
import { createKeyCheck } from './partner-keys.ts';
import type { PartnerKeys } from './partner-keys.ts';
import type { Postback } from './postback.ts';
import type { Reports } from './report.service.ts';
import { receivedCall } from './received-call.ts';
import type { PostbackListRepository } from './postback-list.repository.ts';
import type { PostbackReconciling } from './postback-reconciling.ts';
import type { PostbackService } from './postback.service.ts';
import type { RequireReadable } from './unreadable-calls.ts';

interface Dependencies {
  postbacks: PostbackService;
  reconciling: PostbackReconciling;
  list: PostbackListRepository;
  compareReport: Reports['compare'];
  keys: PartnerKeys;
  /** Verifies the signature of a notification. */
  checkSignature: RequestHandler;
  requireReadable: RequireReadable;
  logger: Logger;
}

const unmatchedPostback = ({
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

/** Runs `work` with the partner as the actor of its events. */
const asPartner = <Result>(partner: string, work: () => Promise<Result>): Promise<Result> => {
  const context = currentContext();
  return context ? withContext({ ...context, actor: { role: 'partner', id: partner } }, work) : work();
};

export const postbackRoutes = (
  mount: Mount,
  { postbacks, reconciling, list, compareReport, keys, checkSignature, requireReadable, logger }: Dependencies,
): void => {
  // Mounted before the partners' calls, whose path pattern would match it.
  mount(comparePostbackReport, ({ body }) => compareReport(body));
  mount(listPostbacks, ({ query }) => list.list(query));
  mount(listPostbackCandidates, ({ params }) => reconciling.candidates(params.id));
  mount(listUnmatchedPostbacks, async ({ query }, { response }) => {
    const { postbacks: page, total, next } = await postbacks.unmatched(query.cursor ?? null);
    setPageHeaders(response, { path: listUnmatchedPostbacks.path, query, total, next });
    return page.map(unmatchedPostback);
  });
  mount(
    receivePostback,
    async ({ params: { partner }, query }, { request }) => ({
      ok: true as const,
      verdict: await asPartner(partner, () =>
        postbacks.receive(partner, query, { webhookId: null, call: receivedCall('GET', partner, request.query) }),
      ),
    }),
    createKeyCheck(keys, logger),
    requireReadable('GET'),
  );
  mount(
    receiveWebhook,
    async ({ params: { partner }, body }, { request }) => ({
      ok: true as const,
      verdict: await asPartner(partner, () =>
        postbacks.receive(partner, body, {
          webhookId: request.get('webhook-id') ?? null,
          call: receivedCall('POST', partner, request.body as Record<string, unknown>),
        }),
      ),
    }),
    checkSignature,
    requireReadable('POST'),
  );
  mount(replayPostback, async ({ params }) => ({ ok: true as const, verdict: await reconciling.replay(params.id) }));
  mount(reviewPostback, async ({ params, body }) => ({ reviewed_at: await list.review(params.id, body.reviewed) }));
  mount(reconcilePostback, async ({ params, body }) => ({
    ok: true as const,
    verdict: await reconciling.reconcile(params.id, body),
  }));
};
