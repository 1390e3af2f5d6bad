import type { Attribution } from 'contracts/attribution';
import { TIMELINE_ROWS } from 'contracts/limits';
import type { Postgres } from 'service-kit/postgres';

interface AccountRow {
  created_at: Date;
  affiliate_slug: string | null;
  reason: Attribution['reason'] | null;
}
interface MailRow {
  id: string;
  kind: string;
  at: Date;
  is_sent: boolean;
}

export const createSubscriberAccountRepository = (postgres: Pick<Postgres, 'query'>) => ({
  byId: async (id: string): Promise<AccountRow | null> => {
    const { rows } = await postgres.query<AccountRow>(
      `select s.created_at, a.slug as affiliate_slug, s.attribution_reason as reason
       from subscribers s left join affiliates a on a.id = s.attributed_affiliate_id where s.id = $1`,
      [id],
    );
    return rows[0] ?? null;
  },
  /** Returns the latest mails of a subscriber, sent and queued. */
  mailsOf: async (id: string): Promise<MailRow[]> => {
    const { rows } = await postgres.query<MailRow>(
      `select id, kind, sent_at as at, true as is_sent from sent_mails where subscriber_id = $1
       union all select id, kind, greatest(created_at, due_at), false from mails where subscriber_id = $1
       order by at desc limit ${TIMELINE_ROWS}`,
      [id],
    );
    return rows;
  },
});
export type SubscriberAccountRepository = ReturnType<typeof createSubscriberAccountRepository>;
