import type { AuditEntry, AuditPage, OwnAuditAction } from 'contracts/audit';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { AuditQuery } from 'contracts/operations/overview';
import { escapeLike } from 'service-kit/like-pattern';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { ownEntryOf } from './audit-entry.ts';
import type { NewAuditEntry, OwnEntryFacts } from './audit-entry.ts';

interface Row {
  id: string;
  at: Date;
  actor_role: AuditEntry['actor']['role'];
  actor_slug: string | null;
  actor_name: string | null;
  action: AuditEntry['action'];
  subject_kind: AuditEntry['subject']['kind'];
  subject_slug: string;
  subject_name: string;
  subject_id: string | null;
  link: string | null;
  edit_revision: number | null;
  changes: AuditEntry['changes'];
  count: number;
}

/** Affiliate whose entries are read (null: all), and affiliate that reads them (null: the administrator). */
export interface AuditScope {
  affiliateId: string | null;
  readerId: string | null;
}

const auditEntryOf = ({
  id,
  at,
  actor_role,
  actor_slug,
  actor_name,
  action,
  subject_kind,
  subject_slug,
  subject_name,
  subject_id,
  link,
  edit_revision,
  changes,
  count,
}: Row): AuditEntry => ({
  id,
  at: at.toISOString(),
  actor: { role: actor_role, slug: actor_slug, name: actor_name },
  action,
  subject: { kind: subject_kind, slug: subject_slug, name: subject_name || subject_slug, link },
  version:
    subject_kind === 'model' && link !== null && subject_id !== null && edit_revision !== null
      ? { model_id: subject_id, edit_revision }
      : null,
  count,
  changes,
});

export const createAuditRepository = (postgres: Pick<Postgres, 'query'>) => {
  /** Stores an entry with the current names; merging increments the count and keeps the first time. */
  const add = async (
    client: Queryable,
    {
      id,
      at,
      actor,
      action,
      subject,
      changes,
      affiliateId,
      subscriberId,
      modelId,
      editRevision,
      mergeKey,
    }: NewAuditEntry,
  ): Promise<void> => {
    await client.query(
      `insert into audit_entries (id, at, actor_role, actor_slug, actor_name, affiliate_id, action, subject_kind, subject_slug, subject_name, changes, merge_key, subject_id, edit_revision)
       select $1, $2, $3, a.slug, a.name, coalesce($4::uuid, r.affiliate_id, m.affiliate_id), $5, $6,
         coalesce(m.slug, nullif($7, ''), p.slug, ''), coalesce(nullif($8, ''), m.name, p.name, ''), $9::jsonb, $10, $14::uuid, $15
       from (select 1) one
       left join affiliates a on a.id = $11::uuid
       left join registrations r on r.subscriber_id = $12::uuid
       left join models m on m.id = $13::uuid
       -- Whose panel it was; the administrator's has no name.
       left join affiliates p on $6 = 'access' and p.id = $11::uuid
       on conflict (merge_key) do update set count = audit_entries.count + 1, at = least(audit_entries.at, excluded.at)`,
      [
        id,
        at,
        actor.role,
        affiliateId,
        action,
        subject.kind,
        subject.slug,
        subject.name,
        JSON.stringify(changes),
        mergeKey,
        actor.affiliateId,
        subscriberId,
        modelId,
        subject.id,
        editRevision,
      ],
    );
  };
  return {
    add,
    /** Adds the entry of a change without an event, in the transaction of the change. */
    record: async (client: Queryable, action: OwnAuditAction, facts: OwnEntryFacts): Promise<void> => {
      const entry = ownEntryOf(action, facts);
      if (entry) await add(client, entry);
    },
    /**
     * Returns a page of the trail, newest first. A subject is searched by scanning the entries in order: a trigram index needs an
     * extension that the service's role may not be allowed to create, and the scan stops after a full page.
     * @param scope entries of one affiliate (null: all), and the reader (null: the administrator)
     */
    page: async (
      { affiliateId, readerId }: AuditScope,
      { kind, actor, subject, from, to, before }: AuditQuery,
      limit: number,
    ): Promise<AuditPage> => {
      const { rows } = await postgres.query<Row>(
        `select e.id, e.at, actor_role, actor_slug, actor_name, action, subject_kind, subject_slug, subject_name, subject_id,
         coalesce(m.slug, a.slug) as link, edit_revision, changes, count
       from audit_entries e
       -- An affiliate opens its own models; the administrator every model and affiliate.
       left join models m on subject_kind in ('model', 'media') and m.id = subject_id and not m.is_deleted
         and ($9::uuid is null or m.affiliate_id = $9)
       left join affiliates a on $9::uuid is null and subject_kind = 'affiliate' and a.id = subject_id
       where ($1::uuid is null or e.affiliate_id = $1) and ($2::text is null or subject_kind = $2) and ($3::text is null or actor_role = $3)
         and ($4::text is null or subject_slug ilike $4 or subject_name ilike $4)
         and ($5::uuid is null or (e.at, e.id) < (select at, id from audit_entries where id = $5))
         and ($7::date is null or e.at >= $7::date::timestamp at time zone '${LIVE_TIME_ZONE}')
         and ($8::date is null or e.at < ($8::date + 1)::timestamp at time zone '${LIVE_TIME_ZONE}')
       order by e.at desc, e.id desc limit $6`,
        [
          affiliateId,
          kind ?? null,
          actor ?? null,
          subject ? `%${escapeLike(subject)}%` : null,
          before ?? null,
          limit + 1,
          from ?? null,
          to ?? null,
          readerId,
        ],
      );
      const entries = rows.slice(0, limit).map(auditEntryOf);
      const last = entries.at(-1);
      return { entries, next: rows.length > limit && last ? last.id : null };
    },
  };
};
export type AuditRepository = ReturnType<typeof createAuditRepository>;
