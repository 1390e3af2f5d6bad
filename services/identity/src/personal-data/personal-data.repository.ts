import type { Attribution } from 'contracts/attribution';
import type { PersonalDataOf } from 'contracts/personal-data';
import type { Postgres } from 'service-kit/postgres';

interface Row {
  email: string;
  first_name: string;
  last_name: string;
  username: string;
  pending_email: string | null;
  created_at: Date;
  model_id: string;
  click_id: string;
  affiliate: string;
  partner_affiliate: string;
  pixel_id: string;
  reminder_requested_at: Date | null;
  reminder_stopped_at: Date | null;
  attributed_affiliate_id: string | null;
  attribution_reason: Attribution['reason'] | null;
  notifications: PersonalDataOf<'identity'>['notifications'];
  ad_granted: boolean | null;
  ad_changed_at: Date | null;
  ad_user_agent: string | null;
}

const COLUMNS = `email, (select new_email from email_changes where subscriber_id = subscribers.id) as pending_email, first_name, last_name, username, created_at, model_id, click_id, affiliate, partner_affiliate, pixel_id,
  attributed_affiliate_id, attribution_reason, reminder_requested_at, reminder_stopped_at,
  is_granted as ad_granted, changed_at as ad_changed_at, user_agent as ad_user_agent,
  json_build_object(
    'devices', (select coalesce(json_agg(json_build_object('device', s.device, 'push_service', split_part(p.endpoint, '/', 3)) order by p.created_at), '[]')
      from push_devices p join sessions s on s.id = p.session_id where p.subscriber_id = subscribers.id),
    'models', (select coalesce(json_agg(json_build_object('model_id', model_id, 'live_push', live_push, 'content_push', content_push, 'live_mail', live_mail) order by model_id), '[]')
      from notification_choices where subscriber_id = subscribers.id)) as notifications`;

export const createPersonalDataRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** Returns the data that identity stores of a subscriber, except sessions; null when the subscriber was erased. */
  ofSubscriber: async (id: string): Promise<Omit<PersonalDataOf<'identity'>, 'sessions'> | null> => {
    const { rows } = await postgres.query<Row>(
      `select ${COLUMNS} from subscribers left join ad_consents on subscriber_id = id where id = $1`,
      [id],
    );
    const { rows: conversions } = await postgres.query<{
      id: string;
      event: string;
      occurred_at: Date;
      sent_at: Date | null;
    }>(
      'select id, event, occurred_at, sent_at from ad_conversions where subscriber_id = $1 order by occurred_at, event',
      [id],
    );
    const { rows: mails } = await postgres.query<{ kind: string; sent_at: Date }>(
      'select kind, sent_at from sent_mails where subscriber_id = $1 order by sent_at',
      [id],
    );
    const row = rows[0];
    if (!row) return null;
    return {
      profile: { email: row.email, firstName: row.first_name, lastName: row.last_name, username: row.username },
      pending_email: row.pending_email,
      registered_at: row.created_at.toISOString(),
      model_id: row.model_id,
      tracking: {
        click_id: row.click_id,
        affiliate: row.affiliate,
        partner_affiliate: row.partner_affiliate,
        pixel_id: row.pixel_id,
      },
      attribution: row.attribution_reason && {
        affiliateId: row.attributed_affiliate_id,
        reason: row.attribution_reason,
      },
      reminder: {
        requested_at: row.reminder_requested_at?.toISOString() ?? null,
        stopped_at: row.reminder_stopped_at?.toISOString() ?? null,
      },
      ad_consent:
        row.ad_granted === null || row.ad_changed_at === null
          ? null
          : {
              granted: row.ad_granted,
              changed_at: row.ad_changed_at.toISOString(),
              user_agent: row.ad_user_agent,
            },
      ad_conversions: conversions.map(({ id: event_id, event, occurred_at, sent_at }) => ({
        event_id,
        event,
        occurred_at: occurred_at.toISOString(),
        sent_at: sent_at?.toISOString() ?? null,
      })),
      mails: mails.map(({ kind, sent_at }) => ({ kind, sent_at: sent_at.toISOString() })),
      notifications: row.notifications,
    };
  },
});
export type PersonalDataRepository = ReturnType<typeof createPersonalDataRepository>;
