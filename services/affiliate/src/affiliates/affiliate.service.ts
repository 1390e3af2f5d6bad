import { randomUUID } from 'node:crypto';
import { AFFILIATE_DEFAULTS, AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import type { AffiliateChange, NewAffiliate, OwnAffiliateChange } from 'contracts/affiliates';
import { slugShape } from 'contracts/slugs';
import { AppError } from 'service-kit/errors';
import { fieldChanges } from 'service-kit/field-changes';
import { createEvent, saveEvents } from 'service-kit/outbox';
import { requireStrongPassword } from 'service-kit/password-strength';
import { hashPassword } from 'service-kit/passwords';
import type { PaymentHosts } from 'service-kit/payment-hosts';
import { afterCommit, violatedConstraint } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { RecentLoginCheck } from 'service-kit/recent-login';
import type { SecondFactor } from 'service-kit/second-factor/second-factor';
import type { SecurityEvents } from 'service-kit/security-events';
import type { Sessions } from 'service-kit/sessions';
import type { BalanceRepository } from '../commissions/balance.repository.ts';
import type { ModelProjection } from '../projections/model.projection.ts';
import type { Affiliate, AffiliateRepository, AffiliateWithHash } from './affiliate.repository.ts';
import { factsOf } from './affiliate-views.ts';

interface Dependencies {
  postgres: Postgres;
  affiliates: AffiliateRepository;
  models: ModelProjection;
  balances: BalanceRepository;
  sessions: Sessions;
  secondFactor: SecondFactor;
  paymentHosts: PaymentHosts;
  security: SecurityEvents;
}

const orSlugTaken = (error: unknown): never => {
  throw violatedConstraint(error) === 'affiliates_slug' ? new AppError('SLUG_TAKEN') : error;
};
type PublicFacts = Partial<Pick<Affiliate, 'name' | 'slug' | 'email_from_name' | 'email_from_email'>>;
/** @param facts data that others know of the affiliate, on which its password must not be based */
const passwordFields = async (
  password: string,
  { name = '', slug = '', email_from_name = '', email_from_email = '' }: PublicFacts,
) => {
  requireStrongPassword(password, { personal: [name, slug, email_from_name, email_from_email] });
  return { password_hash: await hashPassword(password), password_length: password.length };
};
/** Records a new password by name only, never by value or hash. */
const auditedChanges = (before: AffiliateWithHash, after: AffiliateWithHash) =>
  fieldChanges(
    AFFILIATE_FIELDS,
    { ...before, custom_password: before.password_hash },
    { ...after, custom_password: after.password_hash },
  );
/** Affiliates that the administrator deactivates cannot reactivate themselves (docs/domain.md#affiliates). */
const stateSetByAdministrator = (isActive: boolean) => ({ is_active: isActive, is_suspended: !isActive });

export const createAffiliateService = ({
  postgres,
  affiliates,
  models,
  balances,
  sessions,
  secondFactor,
  paymentHosts,
  security,
}: Dependencies) => {
  /** Prevents taking over the payment links of a model with the same slug and another owner. @throws AppError SLUG_TAKEN */
  const requireFreeSlug = async (client: Queryable, { id, slug }: Pick<Affiliate, 'id' | 'slug'>): Promise<void> => {
    if (await models.isSlugOfOther(client, slug, id)) throw new AppError('SLUG_TAKEN');
  };
  /**
   * Changes an affiliate and saves the event, in one transaction. A suspension, a new slug or a new password ends its sessions.
   * @param currentSession stays open when the affiliate changes its own password
   * @param requireRecentLoginFor rejects sensitive changes before anything is written
   */
  const change = (
    id: string,
    decide: (affiliate: AffiliateWithHash) => Partial<AffiliateWithHash>,
    {
      currentSession = null,
      requireRecentLoginFor,
    }: { currentSession?: string | null; requireRecentLoginFor?: RecentLoginCheck } = {},
  ): Promise<Affiliate> =>
    postgres.transaction(async (client) => {
      const before = await affiliates.lockById(client, id);
      if (!before) throw new AppError('AFFILIATE_NOT_FOUND');
      const changes = decide(before);
      if (Object.keys(changes).length === 0) return before;
      if (changes.slug !== undefined && changes.slug !== before.slug)
        await requireFreeSlug(client, { id, slug: changes.slug });
      requireRecentLoginFor?.(auditedChanges(before, { ...before, ...changes }));
      const after = await affiliates.change(client, id, changes);
      await saveEvents(
        client,
        createEvent(
          'affiliate.updated',
          {
            ...factsOf(after),
            changes: auditedChanges(before, { ...after, password_hash: changes.password_hash ?? before.password_hash }),
          },
          after.revision,
        ),
      );
      const isNewPassword = changes.password_hash !== undefined;
      if (after.is_suspended || after.slug !== before.slug || isNewPassword) {
        await sessions.endAll(client, id, { except: currentSession });
        await secondFactor.cancelLogins(client, id);
      }
      if (isNewPassword)
        afterCommit(client, () => security.record('password.changed', { role: 'affiliate', subjectId: id }));
      return after;
    });

  return {
    /** @throws AppError AFFILIATE_NOT_FOUND, also for an invalid slug */
    bySlug: async (slug: string): Promise<AffiliateWithHash> => {
      const affiliate = slugShape.safeParse(slug).success ? await affiliates.bySlug(slug) : null;
      if (!affiliate) throw new AppError('AFFILIATE_NOT_FOUND');
      return affiliate;
    },
    /** @throws AppError SLUG_TAKEN, PAYMENT_HOST_REFUSED, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL */
    create: async ({
      custom_password,
      is_active = AFFILIATE_DEFAULTS.is_active,
      ...fields
    }: NewAffiliate): Promise<Affiliate> => {
      paymentHosts.require(fields.adexico_base_url);
      const affiliate = {
        id: randomUUID(),
        ...AFFILIATE_DEFAULTS,
        ...fields,
        ...(await passwordFields(custom_password, fields)),
        ...stateSetByAdministrator(is_active),
      };
      return postgres.transaction(async (client) => {
        await requireFreeSlug(client, affiliate);
        const added = await affiliates.add(client, affiliate);
        if (!added) throw new AppError('SLUG_TAKEN');
        await saveEvents(client, createEvent('affiliate.created', factsOf(added), added.revision));
        return added;
      });
    },
    /**
     * Applies a change by the administrator.
     * @throws AppError AFFILIATE_NOT_FOUND, REAUTHENTICATION_REQUIRED, SLUG_TAKEN, PAYMENT_HOST_REFUSED, PASSWORD_TOO_COMMON,
     *   PASSWORD_TOO_PERSONAL
     */
    update: async (
      id: string,
      { custom_password, is_active, ...fields }: Partial<AffiliateChange>,
      requireRecentLoginFor: RecentLoginCheck,
    ): Promise<Affiliate> => {
      paymentHosts.require(fields.adexico_base_url);
      const changes = {
        ...fields,
        ...(custom_password === undefined
          ? {}
          : await passwordFields(custom_password, { ...(await affiliates.byId(id)), ...fields })),
        ...(is_active === undefined ? {} : stateSetByAdministrator(is_active)),
      };
      return change(id, () => changes, { requireRecentLoginFor }).catch(orSlugTaken);
    },
    /**
     * Applies a change by the affiliate itself, which may pause and resume its account.
     * @throws AppError AFFILIATE_SUSPENDED, AFFILIATE_NOT_FOUND
     */
    updateOwn: (id: string, changes: OwnAffiliateChange): Promise<Affiliate> =>
      change(id, ({ is_suspended }) => {
        if (is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
        return changes;
      }),
    /**
     * Replaces a password that was just verified. Returns the new hash.
     * @throws AppError WRONG_PASSWORD, PASSWORD_TOO_COMMON, PASSWORD_TOO_PERSONAL, AFFILIATE_SUSPENDED, AFFILIATE_NOT_FOUND
     */
    changeOwnPassword: async ({
      id,
      sessionId,
      current,
      newPassword,
    }: {
      id: string;
      sessionId: string;
      current: string;
      newPassword: string;
    }): Promise<string> => {
      const fields = await passwordFields(newPassword, (await affiliates.byId(id)) ?? {});
      await change(
        id,
        ({ is_suspended, password_hash }) => {
          if (is_suspended) throw new AppError('AFFILIATE_SUSPENDED');
          if (password_hash !== current) throw new AppError('WRONG_PASSWORD');
          return fields;
        },
        { currentSession: sessionId },
      );
      return fields.password_hash;
    },
    /** @throws AppError AFFILIATE_NOT_FOUND, AFFILIATE_HAS_MODELS, AFFILIATE_OWED */
    remove: (id: string): Promise<void> =>
      postgres.transaction(async (client) => {
        const affiliate = await affiliates.lockById(client, id);
        if (!affiliate) throw new AppError('AFFILIATE_NOT_FOUND');
        const count = await models.countOf(client, id);
        if (count > 0)
          throw new AppError('AFFILIATE_HAS_MODELS', {
            text: `Cet affilié a encore ${count} modèle${count > 1 ? 's\u00a0: supprimez-les' : ' : supprimez-le'} d’abord.`,
          });
        const owed = await balances.balances(id, client);
        // A statement without the affiliate's name and slug could not be paid.
        if (owed.some((balance) => balance.held_cents + balance.due_cents > 0 || balance.in_batch_cents > 0))
          throw new AppError('AFFILIATE_OWED');
        await affiliates.remove(client, id);
        await sessions.endAll(client, id);
        await secondFactor.removeAll(client, id);
        await saveEvents(
          client,
          createEvent('affiliate.deleted', { id, slug: affiliate.slug, name: affiliate.name }, affiliate.revision + 1),
        );
      }),
  };
};
export type AffiliateService = ReturnType<typeof createAffiliateService>;
