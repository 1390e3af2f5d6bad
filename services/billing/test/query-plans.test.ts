import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { sequentialScans } from 'testing/query-plans';
import { useBilling } from './harness.ts';
import { createLedgerRepository } from '../src/ledger/ledger.repository.ts';
import { createPartnerOrderRepository } from '../src/partner-orders/partner-order.repository.ts';
import { databaseTime } from '../src/database-time.ts';
import { createPostbackListRepository } from '../src/postbacks/postback-list.repository.ts';
import { createSubscriberListRepository } from '../src/subscribers/subscriber-list.repository.ts';
import { createSubscriberList } from '../src/subscribers/subscriber-list.service.ts';

const POSTBACKS = 50_000;
const SUBSCRIBERS = 5_000;
/** Without the flags: a table of ten rows is read faster without an index. */
const TABLES = ['subscribers', 'postbacks', 'ledger'];

const billing = useBilling();
beforeAll(async () => {
  const { query } = billing;
  await query(
    `insert into subscribers (id, email, first_name, last_name, click_id, affiliate, pixel_id, model_slug, revision, registered_at)
     select md5('subscriber ' || n)::uuid, 'subscriber.' || n || '@example.org', '', '', '', '', '', 'nina', 1, now() from generate_series(1, ${SUBSCRIBERS}) n`,
  );
  await query(
    `insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, verdict, received_at, occurred_at, discrepancies, reviewed_at, subscriber_id)
     select md5('postback ' || n)::uuid, 'sandbox', 'T-' || n, 'renewal', '', '', 500, 'EUR',
       case when n % 5000 = 1 then 'unmatched' when n % 5000 = 2 then 'ignored' else 'recorded' end, now() - make_interval(hours => n), now() - make_interval(hours => n),
       case when n % 5000 in (3, 4) then array['amount'] else '{}' end, case when n % 5000 = 4 then now() end,
       case when n % 5000 = 2 then md5('subscriber ' || n % ${SUBSCRIBERS} + 1)::uuid end
     from generate_series(1, ${POSTBACKS}) n`,
  );
  await query(
    `insert into ledger (id, postback_id, subscriber_id, kind, amount_cents, currency, model_slug, recorded_at, partner, transaction_id, original_transaction_id, occurred_at, is_attributed)
     select md5('entry ' || n)::uuid, md5('postback ' || n)::uuid, md5('subscriber ' || n % ${SUBSCRIBERS} + 1)::uuid, 'renewal', 500, 'EUR', 'nina', now(), 'sandbox', 'T-' || n, '', now(), true
     from generate_series(1, ${POSTBACKS}) n where n % 5000 not in (1, 2)`,
  );
  await query(
    `insert into fraud_flags (postback_id, reason, measured, threshold, flagged_at)
     select md5('postback ' || n)::uuid, 'known-bot', null, null, now() from generate_series(5, ${POSTBACKS}, 5000) n`,
  );
  for (const table of [...TABLES, 'fraud_flags']) await query(`analyze ${table}`);
});

test('an index reads one subscriber’s timeline among 50,000 calls', async () => {
  const { rows } = await billing.query<{ id: string }>(`select md5('subscriber 3')::uuid as id`);
  const scans = await sequentialScans(billing.postgres, async (client) => {
    const list = createSubscriberList({
      postgres: client,
      subscribers: createSubscriberListRepository(client),
      ledger: createLedgerRepository(),
      checkouts: { ofSubscriber: async () => [] },
      requests: { ofSubscriber: async () => [] },
      readNextCharge: async () => null,
      orders: {
        refundsOf: (_, id) => createPartnerOrderRepository(billing.postgres, databaseTime).refundsOf(client, id),
      },
      refundOrders: { refundableAmong: async () => new Map() },
      subscriptions: { hasPaid: async () => false },
      readTelegramAccess: async () => ({ state: 'none', expires_at: null }),
    });
    const { postbacks } = await list.byId(rows[0]?.id ?? randomUUID());
    expect(postbacks.map(({ verdict }) => verdict).filter((verdict) => verdict === 'ignored')).toHaveLength(10);
    expect(postbacks).toHaveLength(10);
  });
  expect(scans.filter((table) => TABLES.includes(table))).toEqual([]);
});

test('an index reads what deserves a look among 50,000 calls', async () => {
  const scans = await sequentialScans(billing.postgres, async (client) => {
    const list = createPostbackListRepository({ ...billing.postgres, query: client.query }, databaseTime);
    const { postbacks } = await list.list({ search: '', show: 'review' });
    expect(postbacks).toHaveLength(40);
    expect(postbacks.filter(({ reviewed_at: at }) => at !== null)).toEqual([]);
  });
  expect(scans.filter((table) => TABLES.includes(table))).toEqual([]);
});

describe('among 20,000 subscribers', () => {
  const FURTHER = 15_000;
  beforeAll(async () => {
    const { query } = billing;
    await query(
      `insert into models (id, slug, previous_slugs, base_url, source_id, telegram_link, revision) select md5('model ' || n)::uuid, 'model-' || n, '{}', '', '', '', 1 from generate_series(1, 1000) n`,
    );
    await query(
      `insert into subscribers (id, email, first_name, last_name, click_id, affiliate, pixel_id, model_slug, model_id, revision, registered_at)
       select md5('further ' || n)::uuid, 'further.' || n || '@example.org', '', '', '', '', '', 'model-' || n % 1000 + 1, md5('model ' || n % 1000 + 1)::uuid, 1, now() - make_interval(hours => n)
       from generate_series(1, ${FURTHER}) n`,
    );
    await query(
      `insert into subscriptions (subscriber_id, state, revision)
       select md5('further ' || n)::uuid, case when n % 5000 = 1 then 'revoked' else 'active' end, 1 from generate_series(1, ${FURTHER}) n`,
    );
    for (const table of ['models', 'subscribers', 'subscriptions']) await query(`analyze ${table}`);
  });

  /** Returns the tables that the page of subscribers scans, without small ones. */
  const scansOfPage = async (filter: { model?: string; state?: 'revoked' }, found: number) => {
    const scans = await sequentialScans(billing.postgres, async (client) => {
      const { rows } = await createSubscriberListRepository(client).page({ search: '', ...filter });
      expect(rows).toHaveLength(found);
    });
    return scans.filter((table) => [...TABLES, 'subscriptions'].includes(table));
  };

  test('an index reads those of one model', async () => {
    expect(await scansOfPage({ model: 'model-7' }, 15)).toEqual([]);
  });

  test('an index reads those in a rare state', async () => {
    expect(await scansOfPage({ state: 'revoked' }, 3)).toEqual([]);
  });

  test('an index reads the calls of one model', async () => {
    const scans = await sequentialScans(billing.postgres, async (client) => {
      const list = createPostbackListRepository({ ...billing.postgres, query: client.query }, databaseTime);
      await list.list({ search: '', model: 'model-7' });
    });
    expect(scans.filter((table) => TABLES.includes(table))).toEqual([]);
  });
});

test('indexes read the calls that name a transaction', async () => {
  const plans: string[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    const { rows } = await billing.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
    return billing.postgres.query(text, values);
  };
  const list = createPostbackListRepository(
    { ...billing.postgres, query: query as typeof billing.query },
    databaseTime,
  );
  expect((await list.list({ search: 'T-4999' })).postbacks).toHaveLength(11);
  expect(plans.filter((line) => line.includes('Seq Scan on postbacks'))).toEqual([]);
});
