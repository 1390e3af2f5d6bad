import type { AffiliateTerms, CommissionTerms, NewCommissionTerms } from 'contracts/commissions';
import { countDays, parisDay, PERIOD_MAX_DAYS } from 'contracts/days';
import type { FieldChange } from 'contracts/field-change';
import { rateText } from 'contracts/statement-table';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import type { Affiliate, AffiliateRepository } from '../affiliates/affiliate.repository.ts';
import type { AuditRepository } from '../audit/audit.repository.ts';
import type { DatedTerms, TermsRepository } from './terms.repository.ts';

interface Dependencies {
  postgres: Postgres;
  affiliates: AffiliateRepository;
  terms: TermsRepository;
  /** Terms of affiliates without their own. */
  siteTerms: CommissionTerms;
  trail: Pick<AuditRepository, 'record'>;
  /** Returns the time in milliseconds. */
  clock: () => number;
}

/** Returns the day on which terms take effect; null: now. @throws AppError VALIDATION_FAILED for a past day or one too far ahead */
const beginningOf = (day: string | null | undefined, now: number): string | null => {
  const today = parisDay(now);
  if (!day || day === today) return null;
  const days = countDays(today, day);
  if (days < 1 || days > PERIOD_MAX_DAYS)
    throw new AppError('VALIDATION_FAILED', { text: 'Choisissez un jour à venir, dans l’année' });
  return day;
};

const textsOf = ({ first, renewal, holding_days, minimum_cents }: CommissionTerms) => ({
  first: rateText(first),
  renewal: rateText(renewal),
  holding_days,
  minimum_cents,
});
/** Returns the changes of terms for the audit trail. @param day null: the terms apply from now on */
const changesOf = (before: CommissionTerms, after: CommissionTerms, day: string | null): FieldChange[] => {
  const former: Record<string, string | number> = textsOf(before);
  return [
    ...Object.entries(textsOf(after))
      .filter(([field, value]) => value !== former[field])
      .map(([field, value]) => ({ field, before: former[field], after: value })),
    ...(day === null ? [] : [{ field: 'effective_day', after: day.split('-').reverse().join('/') }]),
  ];
};

/** Manages the terms on which affiliates earn (docs/domain.md#commissions). */
export const createTermsService = ({ postgres, affiliates, terms, siteTerms, trail, clock }: Dependencies) => {
  const viewOf = (
    { id, slug, name }: Pick<Affiliate, 'id' | 'slug' | 'name'>,
    own: DatedTerms | undefined,
    next: DatedTerms | undefined,
  ): AffiliateTerms => ({
    affiliate: { id, slug, name },
    terms: own?.terms ?? siteTerms,
    effective_from: own?.effectiveFrom.toISOString() ?? null,
    next: next ? { terms: next.terms, effective_from: next.effectiveFrom.toISOString() } : null,
  });
  return {
    all: async (): Promise<AffiliateTerms[]> => {
      const [known, current, upcoming] = await Promise.all([
        affiliates.all(),
        terms.current(postgres),
        terms.upcoming(postgres),
      ]);
      const [own, next] = [current, upcoming].map(
        (dated) => new Map(dated.map((one) => [one.affiliateId, one] as const)),
      );
      return known.map((affiliate) => viewOf(affiliate, own?.get(affiliate.id), next?.get(affiliate.id)));
    },
    /** Returns the current terms by affiliate. */
    current: async (): Promise<(affiliateId: string) => CommissionTerms> => {
      const own = new Map((await terms.current(postgres)).map((one) => [one.affiliateId, one.terms]));
      return (affiliateId) => own.get(affiliateId) ?? siteTerms;
    },
    /** @throws AppError AFFILIATE_NOT_FOUND, VALIDATION_FAILED */
    set: (affiliateId: string, { effective_day, ...agreed }: NewCommissionTerms): Promise<AffiliateTerms> =>
      postgres.transaction(async (client) => {
        const affiliate = await affiliates.lockById(client, affiliateId);
        if (!affiliate) throw new AppError('AFFILIATE_NOT_FOUND');
        const view = async () => {
          const [[own], [next]] = [await terms.current(client, affiliateId), await terms.upcoming(client, affiliateId)];
          return viewOf(affiliate, own, next);
        };
        const before = await view();
        const day = beginningOf(effective_day, clock());
        if (await terms.add(client, affiliateId, agreed, day))
          await trail.record(client, 'terms.updated', {
            subject: { kind: 'payout', slug: affiliate.slug, name: affiliate.name, id: affiliateId },
            affiliateId,
            changes: changesOf(before.terms, agreed, day),
          });
        return view();
      }),
    /** Returns the current terms of an affiliate. */
    of: async (affiliateId: string): Promise<CommissionTerms> =>
      (await terms.heldAt(postgres, affiliateId, null))?.terms ?? siteTerms,
  };
};
export type TermsService = ReturnType<typeof createTermsService>;
