import type { PushKind } from 'contracts/notifications';
import { measureQueue } from 'service-kit/leased-queue';
import type { QueueSize } from 'service-kit/leased-queue';
import { wakeAfterCommit } from 'service-kit/postgres';
import type { Postgres, Queryable } from 'service-kit/postgres';

/** Table of the queue; commits to it wake the worker. */
export const DUE_NOTICES = 'due_notices';
/** Greater than every other id. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Notices {
  kind: PushKind;
  /** Causes of the notices: one notice per recipient and cause. */
  causes: readonly { modelId: string; cause: string }[];
  lifetimeSeconds: number;
}

/**
 * Saves one row per notice in the transaction of its cause; the worker queues them to the recipients. Saving a cause again reaches
 * subscribers who have chosen it since.
 */
export const noteNotices = async (client: Queryable, { kind, causes, lifetimeSeconds }: Notices): Promise<void> => {
  if (causes.length === 0) return;
  await client.query(
    `insert into due_notices (cause, kind, model_id, expires_at)
     select cause, $1, model_id, now() + make_interval(secs => $4) from unnest($2::uuid[], $3::text[]) as n(model_id, cause)
     on conflict (cause) do update
     set after_id = excluded.after_id, due_at = excluded.due_at, expires_at = excluded.expires_at, created_at = excluded.created_at`,
    [kind, causes.map(({ modelId }) => modelId), causes.map(({ cause }) => cause), lifetimeSeconds],
  );
  wakeAfterCommit(client, DUE_NOTICES);
};

export interface DueNotice {
  cause: string;
  kind: PushKind;
  modelId: string;
  /** Last subscriber of the previous pages. */
  after: string;
  expiresAt: Date;
  /** Whether the notice is too late, or its model has been hidden or deleted. */
  isOver: boolean;
}
/** The subscribers after `after`, up to and including `last`. */
export interface NoticePage extends Omit<DueNotice, 'isOver'> {
  last: string;
}

/**
 * Locks the notice that has been due longest until the transaction ends; null when none is due, or other replicas have locked them.
 */
export const lockNotice = async (client: Queryable): Promise<DueNotice | null> => {
  const { rows } = await client.query<DueNotice>(
    `select cause, kind, model_id as "modelId", after_id as after, expires_at as "expiresAt",
       expires_at <= now() or exists (select 1 from models m where m.id = n.model_id and (m.is_hidden or m.is_deleted)) as "isOver"
     from due_notices n where due_at <= now() order by due_at limit 1 for update skip locked`,
  );
  return rows[0] ?? null;
};

/** Returns the next page of a notice, and whether another one may follow. */
export const nextPage = async (
  client: Queryable,
  { isOver: _isOver, ...notice }: DueNotice,
  size: number,
): Promise<NoticePage & { hasMore: boolean }> => {
  const { rows } = await client.query<{ last: string }>(
    `select subscriber_id as last from notification_choices where model_id = $1 and subscriber_id > $2
     order by subscriber_id offset $3 limit 1`,
    [notice.modelId, notice.after, size - 1],
  );
  const [end] = rows;
  return { ...notice, last: end?.last ?? LAST_ID, hasMore: end !== undefined };
};

/** Saves the last page of a notice, and moves the notice behind the others. */
export const saveProgress = async (client: Queryable, { cause, last }: NoticePage): Promise<void> => {
  await client.query('update due_notices set after_id = $2, due_at = now() where cause = $1', [cause, last]);
};

export const endNotice = async (client: Queryable, { cause }: Pick<DueNotice, 'cause'>): Promise<void> => {
  await client.query('delete from due_notices where cause = $1', [cause]);
};

export const postponeNotice = async (
  postgres: Pick<Postgres, 'query'>,
  { cause }: Pick<DueNotice, 'cause'>,
  delaySeconds: number,
): Promise<void> => {
  await postgres.query('update due_notices set due_at = now() + make_interval(secs => $2) where cause = $1', [
    cause,
    delaySeconds,
  ]);
};

export const measureNotices = (postgres: Pick<Postgres, 'query'>): Promise<QueueSize> =>
  measureQueue(postgres, { table: DUE_NOTICES, waiting: 'true', since: 'created_at' });
