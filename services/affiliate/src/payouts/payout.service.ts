import { PAYOUTS_PAGE_SIZE } from 'contracts/commissions';
import type { AffiliateBalance, AffiliateEarnings, Money, PayoutBatch, PayoutStatement } from 'contracts/commissions';
import { formatPrice } from 'contracts/offer';
import type { SubscriberCommissions } from 'contracts/operations/subscribers';
import { AppError } from 'service-kit/errors';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { AuditRepository } from '../audit/audit.repository.ts';
import type { BalanceRepository } from '../commissions/balance.repository.ts';
import type { CommissionRepository } from '../commissions/commission.repository.ts';
import type { TermsService } from '../commissions/terms.service.ts';
import type { DueGroup, PayoutRepository } from './payout.repository.ts';

interface Dependencies {
  postgres: Postgres;
  payouts: PayoutRepository;
  balances: BalanceRepository;
  commissions: Pick<CommissionRepository, 'ofSubscriber'>;
  terms: TermsService;
  trail: Pick<AuditRepository, 'record'>;
}

const totalsOf = (groups: readonly DueGroup[]): Map<string, number> =>
  groups.reduce(
    (totals, { currency, amountCents }) => totals.set(currency, (totals.get(currency) ?? 0) + amountCents),
    new Map<string, number>(),
  );
const isEqual = (totals: ReadonlyMap<string, number>, shown: readonly Money[]): boolean =>
  totals.size === shown.length && shown.every(({ currency, cents }) => totals.get(currency) === cents);

const ACTIONS = { open: 'payout.created', paid: 'payout.paid', cancelled: 'payout.cancelled' } as const;

/** Manages payouts of due commissions (docs/domain.md#payouts). */
export const createPayoutService = ({ postgres, payouts, balances, commissions, terms, trail }: Dependencies) => {
  const record = (client: Queryable, { id, number, state, totals, reference }: PayoutBatch): Promise<void> =>
    trail.record(client, ACTIONS[state], {
      subject: { kind: 'payout', slug: '', name: `Lot n°\u00a0${number}`, id },
      affiliateId: null,
      changes: [
        { field: 'payout_total', after: totals.map(({ cents, currency }) => formatPrice(cents, currency)).join(' + ') },
        ...(reference === null ? [] : [{ field: 'payout_reference', after: reference }]),
      ],
    });
  /** Changes an open batch under the lock of all batches. @throws AppError PAYOUT_BATCH_NOT_FOUND, PAYOUT_BATCH_CLOSED */
  const closeBy = (id: string, close: (client: Queryable) => Promise<void>): Promise<PayoutBatch> =>
    postgres.transaction(async (client) => {
      await payouts.lock(client);
      const batch = await payouts.byId(client, id);
      if (!batch) throw new AppError('PAYOUT_BATCH_NOT_FOUND');
      if (batch.state !== 'open') throw new AppError('PAYOUT_BATCH_CLOSED');
      await close(client);
      const closed = (await payouts.byId(client, id)) ?? batch;
      await record(client, closed);
      return closed;
    });
  return {
    due: async (): Promise<AffiliateBalance[]> => {
      const [stored, termsOf] = await Promise.all([balances.balances(null), terms.current()]);
      return stored.map(({ affiliate_id, slug, name, ...balance }) => {
        const { minimum_cents } = termsOf(affiliate_id);
        const remainingCents = balance.due_cents - balance.in_batch_cents;
        return {
          affiliate: { id: affiliate_id, slug, name },
          ...balance,
          minimum_cents,
          payable_cents: remainingCents > 0 && remainingCents >= minimum_cents ? remainingCents : 0,
        };
      });
    },
    /** Returns what affiliates have earned from a subscriber. @throws AppError SUBSCRIBER_NOT_FOUND, also for an erased one */
    earnedFrom: async (subscriberId: string): Promise<SubscriberCommissions> => {
      const earned = await commissions.ofSubscriber(postgres, subscriberId);
      if (!earned) throw new AppError('SUBSCRIBER_NOT_FOUND');
      return earned;
    },
    /** Returns a page of the batches, newest first. @param before number of the previous page's last batch; null: the first page */
    batches: async (before: number | null): Promise<{ batches: PayoutBatch[]; total: number; next: string | null }> => {
      const [page, total] = await Promise.all([
        payouts.page(postgres, { before, limit: PAYOUTS_PAGE_SIZE + 1 }),
        payouts.count(postgres),
      ]);
      const batches = page.slice(0, PAYOUTS_PAGE_SIZE);
      return { batches, total, next: page.length > PAYOUTS_PAGE_SIZE ? String(batches.at(-1)?.number) : null };
    },
    /**
     * @param shown totals by currency that the administrator saw. @throws AppError PAYOUT_BATCH_OPEN, PAYOUT_NOTHING_DUE,
     *   PAYOUT_CHANGED
     */
    createBatch: (shown: readonly Money[]): Promise<PayoutBatch> =>
      postgres.transaction(async (client) => {
        await payouts.lock(client);
        if (await payouts.hasOpen(client)) throw new AppError('PAYOUT_BATCH_OPEN');
        const termsOf = await terms.current();
        const groups = (await payouts.due(client)).filter(
          ({ affiliateId, amountCents }) => amountCents >= termsOf(affiliateId).minimum_cents,
        );
        if (groups.length === 0) throw new AppError('PAYOUT_NOTHING_DUE');
        if (!isEqual(totalsOf(groups), shown)) throw new AppError('PAYOUT_CHANGED');
        const batch = await payouts.add(client, groups);
        await record(client, batch);
        return batch;
      }),
    /** @throws AppError PAYOUT_BATCH_NOT_FOUND, PAYOUT_BATCH_CLOSED */
    markPaid: (id: string, reference: string): Promise<PayoutBatch> =>
      closeBy(id, (client) => payouts.markPaid(client, id, reference)),
    /** @throws AppError PAYOUT_BATCH_NOT_FOUND, PAYOUT_BATCH_CLOSED */
    cancel: (id: string): Promise<PayoutBatch> => closeBy(id, (client) => payouts.cancel(client, id)),
    /**
     * @param readerId affiliate that reads it, limited to its own paid statements; null: the administrator
     * @throws AppError STATEMENT_NOT_FOUND
     */
    statement: async (id: string, readerId: string | null): Promise<PayoutStatement> => {
      const statement = await payouts.statement(postgres, id);
      const isReadable =
        statement && (readerId === null || (statement.affiliate.id === readerId && statement.state === 'paid'));
      if (!isReadable) throw new AppError('STATEMENT_NOT_FOUND');
      return statement;
    },
    /**
     * @param before last statement of the previous page; null: the first page
     * @throws AppError VALIDATION_FAILED when it is not a paid statement of the affiliate
     */
    earnings: async (affiliateId: string, before: string | null): Promise<AffiliateEarnings> => {
      if (before !== null && !(await payouts.isPaidTo(postgres, affiliateId, before)))
        throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
      const [agreed, stored, found] = await Promise.all([
        terms.of(affiliateId),
        balances.balances(affiliateId),
        payouts.paidTo(postgres, affiliateId, { before, limit: PAYOUTS_PAGE_SIZE + 1 }),
      ]);
      const statements = found.slice(0, PAYOUTS_PAGE_SIZE);
      return {
        terms: agreed,
        balances: stored.map(({ currency, held_cents, due_cents, paid_cents }) => ({
          currency,
          held_cents,
          due_cents,
          paid_cents,
        })),
        statements,
        next: found.length > PAYOUTS_PAGE_SIZE ? (statements.at(-1)?.id ?? null) : null,
      };
    },
  };
};
export type PayoutService = ReturnType<typeof createPayoutService>;
