import { createSessions } from 'service-kit/sessions';
import type { Sessions } from 'service-kit/sessions';
import { startDatabase } from './database.ts';
import type { Database } from './database.ts';

let database: Database;
let sessions: Sessions;
beforeAll(async () => {
  database = await startDatabase();
  sessions = createSessions(database.postgres);
});
afterAll(() => database.stop());
const open = (subject: string) => sessions.open(database.postgres, 'subscriber', subject);

test('When a session is renewed, then by a new token; the one before holds for a moment, for the tab beside', async () => {
  const first = await open('one');
  const renewed = await sessions.rotate('subscriber', first);
  expect(renewed).toEqual({ subjectId: 'one', token: expect.stringMatching(/^[\w-]{43}$/) });
  expect(await sessions.rotate('subscriber', first)).toEqual({ subjectId: 'one', token: null });
});

test('When two tabs renew at the same moment, then one gets the next token and neither is thrown out', async () => {
  const token = await open('two');
  const answers = await Promise.all([sessions.rotate('subscriber', token), sessions.rotate('subscriber', token)]);
  expect(answers.map((answer) => answer?.subjectId)).toEqual(['two', 'two']);
  expect(answers.filter((answer) => answer?.token)).toHaveLength(1);
});

test('When a replaced token comes back later, then it was stolen: the session ends', async () => {
  const first = await open('three');
  const next = (await sessions.rotate('subscriber', first))?.token ?? '';
  await database.postgres.query("update sessions set rotated_at = now() - interval '31 seconds' where subject_id = 'three'");
  expect(await sessions.rotate('subscriber', first)).toBeNull();
  expect(await sessions.rotate('subscriber', next)).toBeNull();
});

test('When the role is another, the token unknown or the session old, then nobody', async () => {
  const token = await open('four');
  expect(await sessions.rotate('administrator', token)).toBeNull();
  expect(await sessions.rotate('subscriber', 'unknown')).toBeNull();
  await database.postgres.query("update sessions set expires_at = now() - interval '1 second' where subject_id = 'four'");
  expect(await sessions.rotate('subscriber', token)).toBeNull();
  await open('five');
  expect((await database.postgres.query("select 1 from sessions where subject_id = 'four'")).rowCount).toBe(0);
});

test('When a subject logs out by one token, then all of its sessions end and nobody else’s', async () => {
  const [first, second, other] = [await open('six'), await open('six'), await open('seven')];
  await sessions.endByToken('subscriber', first);
  expect(await sessions.rotate('subscriber', second)).toBeNull();
  expect(await sessions.rotate('subscriber', other)).not.toBeNull();
});

test('When the table is read, then it holds no token', async () => {
  const token = await open('eight');
  const { rows } = await database.postgres.query<{ row: string }>('select sessions::text as row from sessions');
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
});
