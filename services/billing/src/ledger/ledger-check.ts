import { FEE_PREFIX } from 'contracts/operations/postbacks';
import { createInvariantCheck } from 'service-kit/invariant-check';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Metrics } from 'service-kit/telemetry';
import type { StoredSubscription, SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import { foldLedger } from './fold-ledger.ts';
import type { LedgerRepository } from './ledger.repository.ts';

/** Number of subscriptions folded at once, which bounds the memory of a check. */
const PAGE_SIZE = 500;

/** Queries by rule; each selects the violating ids. */
const RULES = {
  'entry without its recorded postback': `select l.id from ledger l left join postbacks p on p.id = l.postback_id
    where l.request_id is null and l.kind <> 'fee' and (p.verdict is distinct from 'recorded' or (p.partner, p.transaction_id, p.event) is distinct from (l.partner, l.transaction_id, l.kind))`,
  'entry without its accepted request': `select l.id from ledger l left join contract_requests r on r.id = l.request_id
    where l.postback_id is null and (r.subscriber_id, r.kind, r.reference) is distinct from (l.subscriber_id, l.kind, l.transaction_id)`,
  'accepted request without its entry': `select r.id from contract_requests r
    where r.outcome = 'accepted' and not exists (select from ledger l where l.request_id = r.id)`,
  'recorded postback without its entry': `select p.id from postbacks p
    where p.verdict = 'recorded' and not exists (select from ledger l where l.postback_id = p.id and l.kind <> 'fee')`,
  'fee that differs from its postback': `select coalesce(l.id, p.id) as id
    from (select * from postbacks where verdict = 'recorded' and fee_cents > 0) p
    full join (select * from ledger where kind = 'fee') l on l.postback_id = p.id
    where (l.partner, l.transaction_id, l.original_transaction_id, l.amount_cents, l.currency)
      is distinct from (p.partner, '${FEE_PREFIX}' || p.transaction_id, p.transaction_id, -p.fee_cents, p.currency)`,
  'refund of the payment of another subscriber': `select r.id from ledger r
    join ledger p on p.partner = r.partner and p.transaction_id = r.original_transaction_id
    where r.kind in ('refund', 'chargeback') and r.subscriber_id <> p.subscriber_id`,
  'payment refunded beyond its amount': `select p.id from ledger p
    join ledger r on r.partner = p.partner and r.original_transaction_id = p.transaction_id and r.currency = p.currency
    where p.kind in ('first', 'renewal') and r.kind in ('refund', 'chargeback') group by p.id, p.amount_cents having p.amount_cents + sum(r.amount_cents) < 0`,
  'entry without a subscription': `select l.id from ledger l
    where not exists (select from subscriptions s where s.subscriber_id = l.subscriber_id)`,
} as const;

interface Dependencies {
  postgres: Postgres;
  ledger: Pick<LedgerRepository, 'ofSubscribers'>;
  subscriptions: Pick<SubscriptionRepository, 'page'>;
  graceDays: number;
  logger: Logger;
  metrics?: Pick<Metrics, 'registry'>;
}

/** Verifies that postbacks, ledger and subscriptions agree (docs/domain.md#ledger), daily and in the tests. */
export const createLedgerCheck = ({ postgres, ledger, subscriptions, graceDays, logger, metrics }: Dependencies) => {
  /** Compares only what does not change with time: the sweep may be late. */
  const isFolded = (
    { state, paidUntil }: StoredSubscription,
    entries: Awaited<ReturnType<LedgerRepository['ofSubscribers']>>,
  ): boolean => {
    const folded = foldLedger(entries, graceDays);
    if (folded.kind === 'paid')
      return (
        paidUntil?.getTime() === folded.paidUntil.getTime() &&
        (state === 'expired' || (state === 'cancelled') === folded.isCancelled)
      );
    return paidUntil === null && state === (folded.kind === 'revoked' ? 'revoked' : 'pending');
  };
  const unfolded = async (client: Queryable): Promise<string[]> => {
    const unfoldedIds: string[] = [];
    for (let after: string | null = null; ;) {
      const page: StoredSubscription[] = await subscriptions.page(client, after, PAGE_SIZE);
      const entries = await ledger.ofSubscribers(
        client,
        page.map(({ subscriberId }) => subscriberId),
      );
      const bySubscriber = Map.groupBy(entries, ({ subscriberId }) => subscriberId);
      for (const subscription of page)
        if (!subscription.foldDue && !isFolded(subscription, bySubscriber.get(subscription.subscriberId) ?? []))
          unfoldedIds.push(subscription.subscriberId);
      after = page.at(-1)?.subscriberId ?? null;
      if (page.length < PAGE_SIZE) return unfoldedIds;
    }
  };

  return createInvariantCheck({
    name: 'ledger',
    gauge: { name: 'ledger_violations', help: 'Violations of the ledger’s invariants at the last check' },
    rules: { ...RULES, 'subscription that differs from its fold': unfolded },
    message: 'ledger invariant violated',
    postgres,
    metrics,
    logger,
  });
};
