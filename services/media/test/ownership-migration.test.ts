import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { migrate } from 'service-kit/migrate';
import { dropDatabase, newDatabaseUrl } from 'testing/databases';
import { MIGRATIONS } from '../src/migrations.ts';
import { newSlug } from './harness.ts';

const OWNERSHIP = '004-ownership.sql';
let folder: string;
let url: string;
let client: pg.Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-migrations-'));
  for (const name of await readdir(MIGRATIONS))
    if (name < OWNERSHIP) await cp(new URL(name, MIGRATIONS), join(folder, name));
  url = newDatabaseUrl('media');
  await migrate(url, pathToFileURL(`${folder}/`));
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await dropDatabase(url);
  await rm(folder, { recursive: true });
});

const model = async (
  slug: string,
  {
    owner = null,
    former = [],
    uses = [],
    isDeleted = false,
  }: { owner?: string | null; former?: string[]; uses?: string[]; isDeleted?: boolean } = {},
) => {
  const id = randomUUID();
  await client.query(
    'insert into models (id, slug, previous_slugs, affiliate_id, revision, is_deleted) values ($1, $2, $3, $4, 1, $5)',
    [id, slug, former, owner, isDeleted],
  );
  for (const asset of uses) await client.query(`insert into model_assets values ($1, $2, 'locked')`, [id, asset]);
  return id;
};
const asset = async (slug: string, uploader: string | null) => {
  const id = randomUUID();
  await client.query(
    `insert into assets (id, model_slug, uploader_affiliate_id, kind, state, revision, bytes) values ($1, $2, $3, 'photo', 'ready', 2, 1)`,
    [id, slug, uploader],
  );
  return id;
};
const resumable = async (slug: string, uploader: string | null) => {
  const id = randomUUID();
  await client.query(
    `insert into resumable_uploads (id, model_slug, uploader_affiliate_id, kind, bytes, expires_at) values ($1, $2, $3, 'video', 1, now() + interval '1 day')`,
    [id, slug, uploader],
  );
  return id;
};

test('the ownership migration binds existing uploads by present slug and owner, and by use, never to the former holder of a slug', async () => {
  const [a, b] = [randomUUID(), randomUUID()];
  const expected = new Map<string, string | null>();
  const slugs = Array.from({ length: 9 }, newSlug);
  const [own, taken, ofPlatform, draft, gone, adminFormer, contested, renamed, ofDeleted] = slugs as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];

  // Files of the model that has the slug: uploaded by its owner or by the administrator.
  const [byOwner, byAdministrator, byStranger] = [await asset(own, a), await asset(own, null), await asset(own, b)];
  const ownModel = await model(own, { owner: a, uses: [byOwner] });
  expected.set(byOwner, ownModel).set(byAdministrator, ownModel).set(byStranger, null);

  // An affiliate had the slug before, and lists a file that the administrator uploaded for the present model.
  const stolen = await asset(taken, null);
  await model(newSlug(), { owner: a, former: [taken], uses: [stolen] });
  const victim = await model(taken, { uses: [stolen] });
  const unlisted = await asset(taken, null);
  expected.set(stolen, victim).set(unlisted, victim);

  // A renamed model retains the files it uses, even if another model has the slug now.
  const stored = await asset(ofPlatform, null);
  const formerOfPlatform = await model(newSlug(), { former: [ofPlatform], uses: [stored] });
  await model(ofPlatform, { owner: b });
  expected.set(stored, formerOfPlatform);
  const ownRetained = await asset(renamed, a);
  const formerOwn = await model(newSlug(), { owner: a, former: [renamed], uses: [ownRetained] });
  await model(renamed, { owner: b });
  expected.set(ownRetained, formerOwn);

  // The administrator's uploads under an affiliate's former slug belong to it only if no other model could claim them.
  const forFormer = await asset(adminFormer, null);
  const affiliates = await model(newSlug(), { owner: a, former: [adminFormer], uses: [forFormer] });
  expected.set(forFormer, affiliates);
  const disputed = await asset(contested, null);
  await model(newSlug(), { owner: a, former: [contested], uses: [disputed] });
  await model(newSlug(), { owner: b, former: [contested], uses: [disputed] });
  expected.set(disputed, null);

  // Former slugs without use, unused slugs and those of deleted models: their files are drafts.
  const unusedFormer = await asset(gone, a);
  await model(newSlug(), { owner: a, former: [gone] });
  const forDeleted = await asset(ofDeleted, a);
  await model(ofDeleted, { owner: a, isDeleted: true });
  expected
    .set(unusedFormer, null)
    .set(await asset(draft, a), null)
    .set(forDeleted, null);

  const [begun, strangers, begunDraft] = [
    await resumable(own, null),
    await resumable(own, b),
    await resumable(draft, a),
  ];

  expect(await migrate(url, MIGRATIONS)).toContain(OWNERSHIP);
  const bound = await client.query<{ id: string; model_id: string | null }>('select id, model_id from assets');
  expect(new Map(bound.rows.map(({ id, model_id }) => [id, model_id]))).toEqual(expected);
  const uploads = await client.query<{ id: string; model_id: string | null }>(
    'select id, model_id from resumable_uploads',
  );
  expect(new Map(uploads.rows.map(({ id, model_id }) => [id, model_id]))).toEqual(
    new Map([
      [begun, ownModel],
      [strangers, null],
      [begunDraft, null],
    ]),
  );
});
