import type { Happening } from 'contracts/overview';
import { readLiveRules } from 'service-kit/live-rules';
import { lastChange } from 'service-kit/live-window';
import type { Postgres } from 'service-kit/postgres';

const SHOWN = 12;

interface Row {
  at: Date;
  kind: Happening['kind'];
  amount_cents: number | null;
  currency: string | null;
  model_slug: string;
  model_name: string | null;
  affiliate_slug: string | null;
  affiliate_name: string | null;
}

const newest = (columns: string, table: string, at: string) =>
  `(select ${columns} from ${table} where ($1::uuid is null or affiliate_id = $1) and ${at} is not null order by ${at} desc limit ${SHOWN})`;

/** Lives that schedules have begun and ended, for which there is no event. $2, $3 and $4: rules, their last change, and what it was. */
const BY_SCHEDULE = `(select r.at, r.kind, null, null, m.slug, m.affiliate_id
  from unnest($2::text[], $3::timestamptz[], $4::text[]) as r(rule, at, kind) cross join lateral (
    select slug, affiliate_id from models
    where live_rule = r.rule and not is_deleted and live_rule_changed_at < r.at and ($1::uuid is null or affiliate_id = $1)
    order by id limit ${SHOWN}) m
  order by r.at desc limit ${SHOWN})`;

/** Registrations and payments that are credited, and what the models did. */
const LATEST = `
  select l.at, l.kind, l.amount_cents, l.currency, l.model_slug, m.name as model_name, a.slug as affiliate_slug, a.name as affiliate_name
  from (
    ${newest("registered_at as at, 'registration' as kind, null::int as amount_cents, null as currency, model_slug, affiliate_id", 'registrations', 'registered_at')}
    union all ${newest('recorded_at, kind, amount_cents, currency, model_slug, affiliate_id', 'payments', 'recorded_at')}
    union all ${newest("live_changed_at, case when is_live then 'live.started' else 'live.ended' end, null, null, slug, affiliate_id", 'models', 'live_changed_at')}
    union all ${BY_SCHEDULE}
  ) l
  left join lateral (select name from models where slug = l.model_slug order by is_deleted limit 1) m on true
  left join affiliates a on a.id = l.affiliate_id
  order by l.at desc, l.kind limit ${SHOWN}`;

/** @param clock returns milliseconds */
export const createLatestRepository = (postgres: Pick<Postgres, 'query'>, clock: () => number) => ({
  /** Returns the latest happenings. @param affiliateId null: of the whole platform */
  newest: async (affiliateId: string | null): Promise<Happening[]> => {
    const now = clock();
    const changes = (await readLiveRules(postgres)).flatMap((rule) => {
      const change = lastChange(rule, now);
      return change ? [{ rule, at: new Date(change.at), kind: change.isLive ? 'live.started' : 'live.ended' }] : [];
    });
    const values = [changes.map(({ rule }) => rule), changes.map(({ at }) => at), changes.map(({ kind }) => kind)];
    return (await postgres.query<Row>(LATEST, [affiliateId, ...values])).rows.map(
      ({ at, kind, amount_cents, currency, model_slug, model_name, affiliate_slug, affiliate_name }) => ({
        at: at.toISOString(),
        kind,
        model: model_slug ? { slug: model_slug, name: model_name || model_slug } : null,
        affiliate: affiliate_slug ? { slug: affiliate_slug, name: affiliate_name ?? affiliate_slug } : null,
        amount_cents,
        ...(currency === null ? {} : { currency }),
      }),
    );
  },
});
export type LatestRepository = ReturnType<typeof createLatestRepository>;
