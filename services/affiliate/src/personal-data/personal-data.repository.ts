import type { PersonalDataOf } from 'contracts/personal-data';
import type { Postgres } from 'service-kit/postgres';

type Data = PersonalDataOf<'affiliate'>;
type Registration = Omit<NonNullable<Data['registration']>, 'registered_at'> & { registered_at: Date };
type Outgoing = Omit<Data['outgoing_postbacks'][number], 'created_at' | 'delivered_at'> & {
  created_at: Date;
  delivered_at: Date | null;
};
type Payment = Omit<Data['payments'][number], 'occurred_at'> & { recorded_at: Date };

export const createPersonalDataRepository = (postgres: Pick<Postgres, 'query'>) => ({
  ofSubscriber: async (id: string): Promise<Data> => {
    const [{ rows: registrations }, { rows: payments }, { rows: outgoing }] = await Promise.all([
      postgres.query<Registration>(
        'select affiliate_id, model_slug, click_id, pixel_id, registered_at from registrations where subscriber_id = $1',
        [id],
      ),
      postgres.query<Payment>(
        'select kind, amount_cents, currency, affiliate_id, model_slug, recorded_at from payments where subscriber_id = $1 order by recorded_at',
        [id],
      ),
      postgres.query<Outgoing>(
        `select event, affiliate_id, created_at, case when state = 'delivered' then finished_at end as delivered_at
         from outgoing_deliveries where subscriber_id = $1 order by created_at`,
        [id],
      ),
    ]);
    const [registration] = registrations;
    return {
      registration: registration ? { ...registration, registered_at: registration.registered_at.toISOString() } : null,
      payments: payments.map(({ recorded_at, ...payment }) => ({ ...payment, occurred_at: recorded_at.toISOString() })),
      outgoing_postbacks: outgoing.map(({ created_at, delivered_at, ...delivery }) => ({
        ...delivery,
        created_at: created_at.toISOString(),
        delivered_at: delivered_at?.toISOString() ?? null,
      })),
    };
  },
});
export type PersonalDataRepository = ReturnType<typeof createPersonalDataRepository>;
