import type { Overview } from 'contracts/overview';
import { readLiveRules } from 'service-kit/live-rules';
import { isLiveAt, lastChange } from 'service-kit/live-window';
import type { Postgres } from 'service-kit/postgres';

const SHOWN = 200;

/** $1: the affiliate whose models they are, null for all. */
const OF_OWNER = 'not is_deleted and ($1::uuid is null or affiliate_id = $1)';
/** contract: models have a rule since this release; the next one drops the state by events alone. */
const BY_EVENTS = 'live_rule is null and is_live';

/** $2 and $3: the rules that are live now, and since when; null: since they were set. */
const LIVE = `
  select slug, name, since from (
    (select m.slug, m.name, case when r.since is null then coalesce(live_rule_changed_at, live_changed_at)
       else greatest(r.since, case when is_live then live_changed_at end) end as since
     from unnest($2::text[], $3::timestamptz[]) as r(rule, since) cross join lateral (
       select slug, coalesce(nullif(name, ''), slug) as name, is_live, live_changed_at, live_rule_changed_at
       from models where live_rule = r.rule and ${OF_OWNER} order by id limit ${SHOWN}) m)
    union all
    (select slug, coalesce(nullif(name, ''), slug), live_changed_at from models where ${BY_EVENTS} and ${OF_OWNER} limit ${SHOWN})
  ) live order by since desc, slug limit ${SHOWN}`;
const COUNT = `select count(*) as count from models where ${OF_OWNER} and (live_rule = any($2) or (${BY_EVENTS}))`;

/** Reads which models are live at this instant, by their rules, which are few. @param clock returns milliseconds */
export const createLiveRepository = (postgres: Pick<Postgres, 'query'>, clock: () => number) => ({
  /** The first of them, the newest live first, and how many there are. @param affiliateId whose models; null: all */
  now: async (affiliateId: string | null): Promise<{ models: Overview['live']; count: number }> => {
    const now = clock();
    const rules = (await readLiveRules(postgres)).filter((rule) => isLiveAt(rule, now));
    const since = rules.map((rule) => {
      const change = lastChange(rule, now);
      return change && new Date(change.at);
    });
    const [shown, counted] = await Promise.all([
      postgres.query<{ slug: string; name: string; since: Date }>(LIVE, [affiliateId, rules, since]),
      postgres.query<{ count: number }>(COUNT, [affiliateId, rules]),
    ]);
    return {
      models: shown.rows.map((row) => ({ ...row, since: row.since.toISOString() })),
      count: counted.rows[0]?.count ?? 0,
    };
  },
});
export type LiveRepository = ReturnType<typeof createLiveRepository>;
