import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { addDays, parisDay } from 'contracts/days';
import { QUEUES } from 'contracts/events';
import type { Event } from 'contracts/events';
import { operations } from 'contracts/operations';
import type { Operation } from 'contracts/operation';
import type { OutgoingPostbacks, OutgoingSettings } from 'contracts/outgoing-postbacks';
import { PERSONAL_DATA_SERVICES, personalDataPath } from 'contracts/personal-data';
import type { PersonalDataOf } from 'contracts/personal-data';
import type { SubscriberList } from 'contracts/operations/subscribers';
import type { Subscription } from 'contracts/subscribers';
import { addDeadLetter, readQueue } from 'testing/queue-messages';
import { readStoreContents } from 'testing/store-contents';
import type { StoreContent } from 'testing/store-contents';
import { eventually, readStack } from '../../src/browser.ts';
import { administratorToken, affiliateToken, request } from '../../src/calls.ts';
import { register } from '../../src/paying.ts';
import type { Payer } from '../../src/paying.ts';
import { createDigestFinder, createFinder } from '../../src/encoded-word-finder.ts';

const stack = readStack();
const DATA_DIR = dirname(process.env.E2E_STACK ?? '');
const LOGS = join(DATA_DIR, 'logs');
const { postbackKey } = JSON.parse(readFileSync(join(DATA_DIR, 'secrets.json'), 'utf8')) as { postbackKey: string };
const RABBIT_URL = stack.processes.rabbitmq?.url ?? process.env.RABBIT_URL ?? '';
const CLI = join(import.meta.dirname, '..', '..', '..', 'stack', 'cli.mjs');
const MODEL = 'maelle';
const AFFILIATE = 'aff-two';
/** Pixel (`?sub5=`) whose conversions the stack reports. */
const PIXEL = '1234567890123456';
const run = promisify(execFile);

/** Letters that form no word by chance: isbot takes "url" in a user agent for a bot. */
const LETTERS = 'bcdfghjkmnqvwxz';
/** Returns a word that occurs nowhere else in the stores. */
const newWord = (kind: string) =>
  kind + [...randomBytes(14)].map((byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
/** A unique word within each value of the person, by which the value is found in any encoding. */
const WORDS = {
  firstName: newWord('prenom'),
  lastName: newWord('nom'),
  username: newWord('pseudo'),
  emailName: newWord('boite'),
  emailDomain: newWord('domaine'),
  newEmail: newWord('neuve'),
  password: newWord('secret'),
  click: newWord('clic'),
  partnerPage: newWord('partenaire'),
  userAgent: newWord('navigateur'),
  reason: newWord('motif'),
  pushEndpoint: newWord('bouton'),
};
/** Values that the platform creates, filled in once they exist. */
const made = { id: '', invite: '', telegramMember: '' };
type ValueName = keyof typeof WORDS | keyof typeof made | 'emailDigest';

const PERSON = {
  firstName: `Zoé-${WORDS.firstName}`,
  lastName: `d’Aubigné ${WORDS.lastName.toUpperCase()}`,
  email: `Zoe.${WORDS.emailName.toUpperCase()}+achats@${WORDS.emailDomain}.example`,
  password: `phrase ${WORDS.password} de passe`,
};
const USER_AGENT = `Mozilla/5.0 (Linux; Android 15; ${WORDS.userAgent}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36`;

/** Columns in which the services store each value while the account exists: a search that does not find them proves nothing. */
const STORED: Record<ValueName, readonly string[]> = {
  firstName: ['identity.subscribers.first_name', 'billing.subscribers.first_name'],
  lastName: ['identity.subscribers.last_name', 'billing.subscribers.last_name'],
  username: ['identity.subscribers.username'],
  emailName: ['identity.subscribers.email', 'billing.subscribers.email', 'billing.postbacks.email'],
  emailDomain: ['identity.subscribers.email', 'billing.subscribers.email', 'billing.postbacks.call'],
  newEmail: ['identity.email_changes.new_email'],
  // Only its hash is stored.
  password: [],
  // Also in affiliate.visits.source, unless other tests have used up the visits of a day that count for this address.
  click: [
    'identity.subscribers.click_id',
    'billing.subscribers.click_id',
    'affiliate.registrations.click_id',
    'affiliate.source_figures.source',
  ],
  partnerPage: ['identity.subscribers.partner_affiliate'],
  userAgent: ['identity.ad_consents.user_agent'],
  reason: ['billing.contract_requests.reason'],
  pushEndpoint: ['identity.push_devices.endpoint'],
  id: [
    'identity.subscribers.id',
    'identity.sessions.subject_id',
    'identity.sent_mails.subscriber_id',
    'identity.mail_causes.subscriber_id',
    'identity.reset_tokens.subscriber_id',
    'identity.notification_choices.subscriber_id',
    'identity.ad_conversions.subscriber_id',
    'catalogue.marks.subscriberId',
    'affiliate.outgoing_deliveries.subscriber_id',
    'billing.telegram_invites.subscriber_id',
  ],
  invite: ['billing.telegram_invites.link'],
  telegramMember: ['billing.telegram_invites.member_id'],
  emailDigest: ['identity.rate_limits.key'],
};

/** Columns that retain the id, and nothing else of the person (docs/domain.md#personal-data), with the reason. */
const RETAINED: Readonly<Record<string, string>> = {
  'billing.ledger.subscriber_id': 'accounting, ten years (Code de commerce, L123-22)',
  'billing.postbacks.subscriber_id': 'accounting: a call that moved nothing',
  'billing.postbacks.call': 'accounting: the call that an entry follows from; sub4 is the signed checkout',
  'billing.checkouts.subscriber_id': 'accounting: the offer that a payment accepted',
  'billing.contract_requests.subscriber_id': 'proof of a request that ends a contract',
  'billing.subscriptions.subscriber_id': 'access until its end',
  'billing.subscribers.id': 'tombstone: an older event that comes later is dropped',
  'affiliate.payments.subscriber_id': 'accounting: what commissions follow from',
  'affiliate.registrations.subscriber_id': 'accounting: who is credited for a later payment; tombstone',
  'affiliate.subscriptions.subscriber_id': 'access until its end',
  'media.entitlements.subscriber_id': 'access until its end',
  'catalogue.entitlements._id': 'access until its end',
};
/** Counters of attempts, deleted with their window, by the SHA-256 of the address (docs/domain.md#retention). */
const RETAINED_FOR_A_DAY = ['emailDigest: identity.rate_limits.key', 'emailDigest: billing.rate_limits.key'];

/** Lists the places of the person's values, as `value: place`. */
const search = (contents: readonly StoreContent[]): string[] => {
  const finders = Object.entries({ ...WORDS, ...made })
    .filter(([, word]) => word !== '')
    .map(([name, word]) => ({ name, isIn: createFinder(word) }));
  finders.push({ name: 'emailDigest', isIn: createDigestFinder(PERSON.email.toLowerCase()) });
  return contents.flatMap(({ place, text }) =>
    finders.filter(({ isIn }) => isIn(text)).map(({ name }) => `${name}: ${place}`),
  );
};
const searchStores = async () => search(await readStoreContents(stack.stores));
const retained = Object.keys(RETAINED).map((place) => `id: ${place}`);
/** Returns values that are stored where they must not be, and permitted ids that are missing. */
const difference = async () => {
  const found = await searchStores();
  return {
    surplus: found.filter((one) => !retained.includes(one) && !RETAINED_FOR_A_DAY.includes(one)),
    missing: retained.filter((one) => !found.includes(one)),
  };
};
const isPersonal = (found: string) => !found.startsWith('id: ') && !found.startsWith('emailDigest: ');

let payer: Payer;
let work: string;
let backups: string;

/** Returns the subject of a token, whose signature the services verify. */
const subjectOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }).sub;
const bearer = () => ({ token: payer.token });
const exported = async <Service extends (typeof PERSONAL_DATA_SERVICES)[number]>(service: Service) =>
  (await (
    await fetch(stack.url + personalDataPath(service), { headers: { authorization: `Bearer ${payer.token}` } })
  ).json()) as PersonalDataOf<Service>;
const expectStatus = async (status: number, sent: Promise<{ status: number }>) =>
  expect((await sent).status).toBe(status);
const postback = async (fields: Record<string, string>): Promise<string> => {
  const query = new URLSearchParams({ key: postbackKey, ...fields });
  const response = await fetch(`${stack.url}/api/postbacks/sandbox?${query}`);
  return ((await response.json()) as { verdict: string }).verdict;
};
/** Returns an event about the person that could not be handled. */
const letter = (): Event<'subscriber.updated'> => ({
  id: randomUUID(),
  name: 'subscriber.updated',
  version: 1,
  occurredAt: new Date().toISOString(),
  revision: 1,
  actor: { role: 'system', id: null },
  data: {
    id: made.id,
    email: PERSON.email,
    firstName: PERSON.firstName,
    lastName: PERSON.lastName,
    username: WORDS.username,
    tracking: { clickId: WORDS.click, affiliate: AFFILIATE, pixelId: PIXEL },
    modelSlug: MODEL,
  },
});
/** Runs a backup without the bytes of media files: its storage folder is empty. The names of the files are searched. */
const backUp = async (): Promise<string> => {
  const before = await readdir(backups);
  await run(process.execPath, [CLI, 'run', 'backup/src/main.ts', 'backup', backups], {
    env: { ...process.env, ...stack.stores, STORAGE_DIR: await mkdtemp(join(work, 'media-')) },
  });
  const name = (await readdir(backups)).find((entry) => !before.includes(entry));
  return join(backups, name ?? '');
};

const NOTIFIED: OutgoingSettings = {
  url: `${stack.partner}/?click={click_id}`,
  method: 'GET',
  events: ['registration', 'first_payment'],
  is_enabled: true,
};
/** Settings of the affiliate's notifications before this test. */
let outgoing: OutgoingPostbacks;
const setOutgoing = async (body: OutgoingSettings) =>
  expectStatus(
    200,
    request(operations.setOutgoingPostbacks, {
      token: await affiliateToken(AFFILIATE),
      parts: { slug: AFFILIATE },
      body,
    }),
  );

/** Does everything that makes the platform store personal data. */
const live = async (): Promise<void> => {
  outgoing = (
    await request<OutgoingPostbacks>(operations.getOutgoingPostbacks, {
      token: await affiliateToken(AFFILIATE),
      parts: { slug: AFFILIATE },
    })
  ).body;
  await setOutgoing(NOTIFIED);
  const trackingParams = {
    clickId: WORDS.click,
    affiliateParam: AFFILIATE,
    partnerAffiliate: WORDS.partnerPage,
    fbPixelId: PIXEL,
  };
  await expectStatus(
    200,
    request(operations.recordVisit, {
      headers: { 'user-agent': USER_AGENT },
      body: { path: `/${MODEL}`, trackingParams, isClick: true },
    }),
  );
  payer = await register(MODEL, { ...PERSON, trackingParams, adConsent: true }, { 'user-agent': USER_AGENT });
  made.id = subjectOf(payer.token);
  const given = { password: PERSON.password, email: PERSON.email };
  await expectStatus(200, request(operations.changeProfile, { ...bearer(), body: { username: WORDS.username } }));
  await expectStatus(200, request(operations.requestReminder, bearer()));
  // The reminder waits for a day, or until the payment.
  expect(await searchStores()).toContain('id: identity.mails.subscriber_id');
  await expectStatus(200, request(operations.addLike, { ...bearer(), parts: { slug: MODEL } }));
  await expectStatus(200, request(operations.addFavourite, { ...bearer(), parts: { slug: MODEL } }));
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  await expectStatus(
    200,
    request(operations.addPushDevice, {
      ...bearer(),
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${WORDS.pushEndpoint}`,
        keys: { p256dh: browser.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
      },
    }),
  );
  await expectStatus(
    200,
    request(operations.changeModelNotifications, {
      ...bearer(),
      parts: { slug: MODEL },
      body: { live_push: true, content_push: true, live_mail: true },
    }),
  );
  await payer.pay(MODEL);
  await eventually(payer.hasPaid, (hasPaid) => hasPaid);
  // Billing receives the person by an event; a payment does not wait for it.
  const administrator = { token: await administratorToken() };
  await eventually(
    async () =>
      (
        (await (
          await fetch(`${stack.url}/api/subscribers?search=${encodeURIComponent(PERSON.email)}`, {
            headers: { authorization: `Bearer ${administrator.token}` },
          })
        ).json()) as SubscriberList
      ).subscribers.map(({ id }) => id),
    (ids) => ids.includes(made.id),
  );
  const { telegramLink } = await eventually(
    async () => (await request<Subscription>(operations.getSubscription, bearer())).body,
    (subscription) => subscription.telegramLink?.startsWith(stack.partner) ?? false,
  );
  made.invite = telegramLink?.split('+').at(-1) ?? '';
  await expectStatus(200, fetch(telegramLink ?? '', { method: 'POST' }));
  // Matched by the address, and stored with it while it waits.
  expect(await postback({ transaction_id: newWord('T'), event: 'decline', email: PERSON.email })).toBe('declined');
  expect(
    await postback({
      transaction_id: newWord('T'),
      event: 'refund',
      original_transaction_id: newWord('T'),
      email: PERSON.email,
    }),
  ).toBe('unmatched');
  await expectStatus(
    201,
    request(operations.requestCancellation, {
      ...bearer(),
      body: { ...PERSON, effectiveDay: addDays(parisDay(Date.now()), 5), reason: `Parce que ${WORDS.reason}` },
    }),
  );
  await expectStatus(401, request(operations.login, { body: { ...given, password: 'un-autre-mot-de-passe' } }));
  await expectStatus(200, request(operations.login, { body: given, headers: { 'user-agent': USER_AGENT } }));
  await expectStatus(200, request(operations.forgotPassword, { body: { email: PERSON.email } }));
  await expectStatus(
    200,
    request(operations.requestEmailChange, {
      ...bearer(),
      body: { newEmail: `${WORDS.newEmail}@example.org`, currentPassword: PERSON.password },
    }),
  );
  const { telegram_invite: invite } = await eventually(
    () => exported('billing'),
    ({ telegram_invite }) => (telegram_invite?.member_id ?? null) !== null,
  );
  made.telegramMember = invite?.member_id ?? '';
  for (const operation of [operations.getSubscriberBilling, operations.getSubscriberAccount] as Operation[])
    await expectStatus(200, request(operation, { ...administrator, parts: { id: made.id } }));
  for (const service of PERSONAL_DATA_SERVICES) await exported(service);
};

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'erasure-'));
  backups = await mkdtemp(join(work, 'backups-'));
  await live();
});
afterAll(async () => {
  const { url, method, events, is_enabled } = outgoing.endpoint ?? { ...NOTIFIED, is_enabled: false };
  await setOutgoing({ url, method, events, is_enabled });
  await rm(work, { recursive: true, force: true });
});

const PG_RESTORE = [
  ...(existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => `/usr/lib/postgresql/${version}/bin`)
    : []),
  ...(process.env.PATH ?? '').split(delimiter),
]
  .map((folder) => join(folder, 'pg_restore'))
  .find((program) => existsSync(program));
const MAX_DUMP_BYTES = 2 ** 30;

/** Returns a part of a backup as text: dumps of PostgreSQL as SQL, compressed files decompressed. */
const textOf = async (file: string): Promise<string> => {
  if (extname(file) === '.dump')
    return (await run(PG_RESTORE ?? '', ['--file=-', file], { maxBuffer: MAX_DUMP_BYTES })).stdout;
  const bytes = await readFile(file);
  return (extname(file) === '.gz' ? gunzipSync(bytes) : bytes).toString('utf8');
};
const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const contentsOf = async (files: readonly string[]): Promise<StoreContent[]> =>
  Promise.all(files.map(async (file) => ({ place: file, text: await textOf(file) })));
const readQueues = async (): Promise<StoreContent[]> =>
  (await Promise.all(Object.keys(QUEUES).map((name) => readQueue(RABBIT_URL, name))))
    .flat()
    .map(({ queue, messages }) => ({ place: `queue ${queue}`, text: messages.join('\n') }));

describe('a person', () => {
  let manifest: string;

  test('is found wherever the services store something of them', async () => {
    const expected = Object.entries(STORED).flatMap(([name, places]) => places.map((place) => `${name}: ${place}`));
    await eventually(searchStores, (found) => expected.every((one) => found.includes(one)));
    await addDeadLetter(RABBIT_URL, 'billing', letter());
    expect(search(await readQueues())).toEqual(
      expect.arrayContaining(['firstName: queue billing.dead', 'emailName: queue billing.dead']),
    );
    manifest = await textOf(join(await backUp(), 'manifest.json'));
  });

  test('is in no store after the erasure: the id alone stays, where accounting or access need it', async () => {
    await expectStatus(200, request(operations.deleteAccount, { ...bearer(), body: { password: PERSON.password } }));
    await eventually(difference, ({ surplus, missing }) => surplus.length + missing.length === 0);
  });

  test('is in no queue once an operator has sent its dead letters again, which brings nothing back', async () => {
    await run(process.execPath, [CLI, 'run', 'packages/service-kit/src/dead-letters.ts', 'redrive', 'billing'], {
      env: { ...process.env, RABBIT_URL },
    });
    await eventually(
      async () => search(await readQueues()),
      (found) => found.length === 0,
    );
    expect((await difference()).surplus).toEqual([]);
  });

  test('is named by no log; the id is, for who restores a backup of before (docs/backup.md)', async () => {
    const found = search(await contentsOf(await filesBelow(LOGS)));
    expect(found.filter(isPersonal)).toEqual([]);
    expect(found).toContain(`id: ${join(LOGS, 'identity.log')}`);
  });

  test('is in no manifest of a backup that was made before', () => {
    expect(search([{ place: 'manifest', text: manifest }])).toEqual([]);
  });

  (PG_RESTORE ? test : test.skip)('is in no backup that is made afterwards, but for the id', async () => {
    const backup = await backUp();
    const found = search(await contentsOf(await filesBelow(backup)));
    expect(found.filter(isPersonal)).toEqual([]);
    expect(found).toContain(`id: ${join(backup, 'postgres', 'billing.dump')}`);
    expect(found).not.toContain(`id: ${join(backup, 'manifest.json')}`);
  });
});
