import { AFFILIATE_COLUMNS, AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import { READ_COLUMNS, WRITTEN_COLUMNS } from '../src/affiliates/affiliate.repository.ts';
import { startAffiliate } from './harness.ts';

let affiliate: Awaited<ReturnType<typeof startAffiliate>>;
beforeAll(async () => {
  affiliate = await startAffiliate();
});
afterAll(() => affiliate.stop());

/** Texts of which every text field accepts at least one that differs from its default. */
const TEXTS = ['stored-text', 'sender@example.com', 'https://pay.example/other', 'https://t.me/coulisses'];
const TYPES = { text: 'text', boolean: 'boolean' } as const;

describe('AFFILIATE_FIELDS in PostgreSQL', () => {
  test('has a column of the right type for each field, and no other column in the table', async () => {
    const { rows } = await affiliate.postgres.query<{ column_name: string; data_type: string }>(
      "select column_name, data_type from information_schema.columns where table_name = 'affiliates'",
    );
    const types = new Map(rows.map(({ column_name, data_type }) => [column_name, data_type]));
    expect([...types.keys()].sort()).toEqual([...new Set([...READ_COLUMNS, ...WRITTEN_COLUMNS])].sort());
    for (const name of AFFILIATE_COLUMNS)
      expect([name, types.get(name)]).toEqual([name, TYPES[AFFILIATE_FIELDS[name].kind]]);
  });

  test.each(AFFILIATE_COLUMNS.filter((name) => AFFILIATE_FIELDS[name].writableBy !== 'none'))(
    'stores %s: a read returns the value that was written',
    async (name) => {
      const { id } = await affiliate.create();
      const { kind, schema } = AFFILIATE_FIELDS[name];
      const value = kind === 'boolean' ? false : TEXTS.find((text) => schema.safeParse(text).success);
      expect(value).toBeDefined();
      const { body } = await affiliate.http
        .put(`/api/affiliates/id/${id}`)
        .set('authorization', affiliate.administrator)
        .send({ [name]: value })
        .expect(200);
      const { body: read } = await affiliate.http
        .get(`/api/affiliates/${body.slug}`)
        .set('authorization', affiliate.administrator)
        .expect(200);
      expect([body[name], read.affiliate[name]]).toEqual([value, value]);
    },
  );
});
