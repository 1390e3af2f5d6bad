import { LIVE_TIME_ZONE } from 'contracts/limits';
import { readLiveRules } from 'service-kit/live-rules';
import { lastChange, nextChange } from 'service-kit/live-window';
import type { LiveRule } from 'service-kit/live-window';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { createWorker } from 'service-kit/worker';
import { noteNotices } from './due-notice.repository.ts';

/** Age above which a notice of a live is useless. */
export const LIVE_LIFETIME_SECONDS = 60 * 60;
const INTERVAL_MS = 1_000;
/** Number of models per transaction. */
const BATCH = 100;
/** Number of lives of a model that are announced a day: their end distinguishes them, and the model's owner chooses it. */
const LIVES_PER_DAY = 3;

/** Marks lives as announced; returns those that were announced before on the same day or are within the limit. */
const ANNOUNCE = `
  update models m
  set announced_lives = case when announced_on is distinct from today then array[cause] when cause = any(announced_lives) then announced_lives else announced_lives || cause end,
    announced_on = today
  from unnest($1::uuid[], $2::text[]) as begun (model_id, cause), (select (now() at time zone '${LIVE_TIME_ZONE}')::date as today) clock
  where m.id = model_id and (announced_on is distinct from today or cause = any(announced_lives) or cardinality(announced_lives) < $3)
  returning model_id as "modelId", cause`;

interface Live {
  id: string;
  /** End of the live, or its day when it has no end. */
  until: string;
}

/** Saves the notices of lives: one per live, device and subscriber, even if the live is interrupted; a few per model and day. */
export const noteLives = async (client: Queryable, begun: readonly Live[]): Promise<void> => {
  const { rows: causes } = await client.query<{ modelId: string; cause: string }>(ANNOUNCE, [
    begun.map(({ id }) => id),
    begun.map(({ id, until }) => `live:${id}:${until}`),
    LIVES_PER_DAY,
  ]);
  await noteNotices(client, { kind: 'live', causes, lifetimeSeconds: LIVE_LIFETIME_SECONDS });
};

/** Returns the end of a live that the schedule has started within `]after, until]` (milliseconds); null when it started none. */
export const endOfBegun = (rule: LiveRule, after: number, until: number): number | null => {
  const change = lastChange(rule, until);
  return change?.isLive && change.at > after ? nextChange(rule, change.at) : null;
};

interface Progress {
  notifiedUntil: Date;
  minute: Date | null;
  afterId: string | null;
  now: Date;
}

/**
 * Notifies of lives that schedules start, which have no event (docs/domain.md#live): in batches, so that an hour shared by many
 * models causes no long transaction, and with the cause that an event would have, so that no device is notified twice.
 */
export const createLiveNotices = ({
  postgres,
  logger,
}: {
  postgres: Pick<Postgres, 'transaction'>;
  logger: Logger;
}) => {
  /** Handles one batch of the lives that started since the last round. @returns whether there is more */
  const notifyOnce = (): Promise<boolean> =>
    postgres.transaction(async (client) => {
      const { rows } = await client.query<Progress>(
        `select notified_until as "notifiedUntil", minute, after_id as "afterId", date_trunc('minute', now()) as now
         from live_notices for update skip locked`,
      );
      const [progress] = rows;
      // Another replica is working on it.
      if (!progress) return false;
      const { notifiedUntil, minute, afterId, now } = progress;
      const until = (minute ?? now).getTime();
      if (until <= notifiedUntil.getTime()) return false;
      const after = Math.max(notifiedUntil.getTime(), until - LIVE_LIFETIME_SECONDS * 1_000);
      const begun = new Map(
        (await readLiveRules(client)).flatMap((rule) => {
          const end = endOfBegun(rule, after, until);
          return end === null ? [] : [[rule, end] as const];
        }),
      );
      const { rows: models } = await client.query<{ id: string; rule: LiveRule }>(
        `select id, live_rule as rule from models m
         where live_rule = any($1) and not is_deleted and not is_hidden and ($2::uuid is null or id > $2)
           and exists (select 1 from notification_choices c where c.model_id = m.id and (c.live_push or c.live_mail))
         order by id limit $3`,
        [[...begun.keys()], afterId, BATCH],
      );
      await noteLives(
        client,
        models.map(({ id, rule }) => ({ id, until: new Date(begun.get(rule) ?? 0).toISOString() })),
      );
      const hasMore = models.length === BATCH;
      await (hasMore
        ? client.query('update live_notices set minute = $1, after_id = $2', [new Date(until), models.at(-1)?.id])
        : client.query('update live_notices set notified_until = $1, minute = null, after_id = null', [
            new Date(until),
          ]));
      return hasMore;
    });
  return { notifyOnce, ...createWorker({ name: 'live notices', intervalMs: INTERVAL_MS, work: notifyOnce, logger }) };
};
