import type { LiveRule } from './live-window.ts';
import type { Queryable } from './postgres.ts';

/**
 * Reads the distinct rules in a projection of models (`live_rule`, `is_deleted`), with one index step per rule: schedules are few,
 * models many.
 */
export const readLiveRules = async (client: Queryable): Promise<LiveRule[]> => {
  const { rows } = await client.query<{ rule: LiveRule }>(
    `with recursive known as (
       (select live_rule from models where live_rule is not null and not is_deleted order by live_rule limit 1)
       union all
       select (select m.live_rule from models m where m.live_rule > known.live_rule and not m.is_deleted order by m.live_rule limit 1)
       from known where known.live_rule is not null
     ) select live_rule as rule from known where live_rule is not null`,
  );
  return rows.map(({ rule }) => rule);
};
