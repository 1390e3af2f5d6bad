import type { Attribution } from 'contracts/attribution';
import { TIMELINE_ROWS } from 'contracts/limits';
import { getSubscriberAccount } from 'contracts/operations/subscribers';
import type { SubscriberAccount } from 'contracts/operations/subscribers';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import type { Postgres } from 'service-kit/postgres';
import { mailLabel } from '../mails/mails.ts';

interface Row {
  created_at: Date;
  affiliate_slug: string | null;
  reason: Attribution['reason'] | null;
}

/** Serves what identity has recorded of a subscriber to the administrator (docs/domain.md#subscribers). */
export const subscriberAccountRoutes = (mount: Mount, postgres: Pick<Postgres, 'query'>): void =>
  mount(getSubscriberAccount, async ({ params: { id } }): Promise<SubscriberAccount> => {
    const { rows } = await postgres.query<Row>(
      `select s.created_at, a.slug as affiliate_slug, s.attribution_reason as reason
       from subscribers s left join affiliates a on a.id = s.attributed_affiliate_id where s.id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) throw new AppError('SUBSCRIBER_NOT_FOUND');
    const { rows: mails } = await postgres.query<{ id: string; kind: string; at: Date; is_sent: boolean }>(
      `select id, kind, sent_at as at, true as is_sent from sent_mails where subscriber_id = $1
       union all select id, kind, greatest(created_at, due_at), false from mails where subscriber_id = $1
       order by at desc limit ${TIMELINE_ROWS}`,
      [id],
    );
    return {
      registered_at: row.created_at.toISOString(),
      attribution: row.reason && { affiliate_slug: row.affiliate_slug, reason: row.reason },
      mails: mails.map((mail) => ({ ...mail, label: mailLabel(mail.kind), at: mail.at.toISOString() })),
    };
  });
