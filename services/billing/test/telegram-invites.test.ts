import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { createLogger } from 'service-kit/logger';
import { startHttpServer } from 'testing/http-server';
import { createBotApi } from '../src/telegram/bot-api.ts';
import { createInviteRepository } from '../src/telegram/invite.repository.ts';
import { createInvites } from '../src/telegram/invites.ts';
import { checkoutOf, createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

const TOKEN = '123456:secret-token-of-the-bot';
const CHAT = -1_001_234;
let calls: { method: string; body: Record<string, unknown> }[] = [];
const updates: object[] = [];
let rejection: { status: number; body: object } | null = null;
/** Methods that are rejected; null: all except getUpdates. */
let rejected: string[] | null = null;
let onCall: (method: string) => void | Promise<void> = () => {};
let isHanging = false;
let links = 0;
const respondAsTelegram: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  const respond = async () => {
    const method = request.url?.replace(`/bot${TOKEN}/`, '') ?? '';
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    if (method !== 'getUpdates') calls.push({ method, body });
    await onCall(method);
    if (isHanging) return;
    const isRejected = rejected ? rejected.includes(method) : method !== 'getUpdates';
    const { status, body: sent } = (isRejected ? rejection : null) ?? {
      status: 200,
      body: {
        ok: true,
        result:
          method === 'getUpdates'
            ? updates
                .filter((update) => (update as { update_id: number }).update_id >= Number(body.offset))
                .slice(0, 100)
            : method === 'createChatInviteLink'
              ? { invite_link: `https://t.me/+invite${(links += 1)}` }
              : true,
      },
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent));
  };
  request.on('end', () => void respond());
};

let telegram: Awaited<ReturnType<typeof startHttpServer>>;
let billing: Harness;
beforeAll(async () => {
  telegram = await startHttpServer(respondAsTelegram);
  billing = await createHarness(undefined, {
    telegramBot: { url: telegram.url, token: TOKEN, chatId: String(CHAT) },
  });
});
afterAll(async () => {
  await billing.close();
  await telegram.close();
});
beforeEach(() => {
  calls = [];
  rejection = null;
  rejected = null;
  onCall = () => {};
  isHanging = false;
});

const methods = () => calls.map(({ method }) => method);
const paid = async () => {
  const subscriber = await billing.subscriber();
  const transaction = randomUUID();
  await billing
    .postback({ transaction_id: transaction, sub4: checkoutOf((await subscriber.pay()).headers.location) })
    .expect(200);
  /**
   * Behaves as the page does: reads the subscription, which requests the invite, and reads it again once Telegram has created it.
   */
  const linkOf = async () => {
    await subscriber.subscription();
    await billing.invites.runDue();
    return (await subscriber.subscription()).telegramLink as string | null;
  };
  const update = (member: { status: string; id: number }, link?: string) =>
    updates.push({
      update_id: updates.length + 1,
      chat_member: {
        chat: { id: CHAT },
        new_chat_member: { status: member.status, user: { id: member.id } },
        ...(link !== undefined && { invite_link: { invite_link: link } }),
      },
    });
  return {
    ...subscriber,
    transaction,
    linkOf,
    refund: () =>
      billing
        .postback({ transaction_id: randomUUID(), event: 'refund', original_transaction_id: transaction })
        .expect(200),
    join: (memberId: number, link: string) => void update({ status: 'member', id: memberId }, link),
    leave: (memberId: number) => void update({ status: 'left', id: memberId }),
  };
};
const retryNow = () => billing.query('update telegram_invites set due_at = now()');

test('a paid subscriber has one invite for one person; an unpaid one has none', async () => {
  expect(await (await billing.subscriber()).subscription()).toMatchObject({
    telegramLink: null,
    isTelegramPending: false,
  });
  expect(methods()).toEqual([]);
  const subscriber = await paid();
  const [link] = await Promise.all([subscriber.linkOf(), subscriber.linkOf()]);
  const again = await subscriber.linkOf();
  expect(again).toMatch(/^https:\/\/t\.me\/\+invite/);
  expect([again, null]).toContain(link);
  expect(methods()).toEqual(['createChatInviteLink']);
  expect(calls[0]?.body).toMatchObject({ chat_id: String(CHAT), member_limit: 1 });
  const days = (Number(calls[0]?.body.expire_date) * 1_000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
});

test('a Bot API that hangs delays no response, which states that the invite is on its way', async () => {
  isHanging = true;
  const subscriber = await paid();
  expect(await subscriber.subscription()).toMatchObject({ hasPaid: true, telegramLink: null, isTelegramPending: true });
  expect(methods()).toEqual([]);
  isHanging = false;
  expect(await subscriber.linkOf()).toMatch(/invite/);
  expect(await subscriber.subscription()).toMatchObject({ isTelegramPending: false });
});

test('the end of access revokes the invite and removes its member', async () => {
  const subscriber = await paid();
  const link = (await subscriber.linkOf()) ?? '';
  subscriber.join(4_242_424_242, link);
  await billing.invites.runDue();
  calls = [];
  await subscriber.refund();
  expect(await subscriber.linkOf()).toBeNull();
  await billing.invites.runDue();
  expect(calls).toMatchObject([
    { method: 'revokeChatInviteLink', body: { invite_link: link } },
    { method: 'banChatMember', body: { user_id: 4_242_424_242 } },
    { method: 'unbanChatMember', body: { user_id: 4_242_424_242, only_if_banned: true } },
  ]);
  expect((await billing.query('select from telegram_invites where subscriber_id = $1', [subscriber.id])).rowCount).toBe(
    0,
  );
});

test('a removal that Telegram rejects is measured until it is done', async () => {
  const metric = async (name: string) => {
    // The first scrape only updates the age.
    await billing.metrics.registry.metrics();
    const lines = (await billing.metrics.registry.metrics()).split('\n');
    return Number(
      lines
        .find((line) => line.startsWith(name))
        ?.split(' ')
        .at(-1),
    );
  };
  const subscriber = await paid();
  await subscriber.linkOf();
  await billing.query(`update telegram_invites set waiting_since = now() - interval '1 day'`);
  expect(await metric('telegram_invite_queue_length')).toBe(0);
  await subscriber.refund();
  rejection = { status: 403, body: { ok: false, description: 'Forbidden: not enough rights' } };
  await billing.invites.runDue();
  expect(await metric('telegram_invite_attempts_total{kind="removal",outcome="postponed"')).toBeGreaterThan(0);
  expect(await metric('telegram_invite_queue_length')).toBe(1);
  expect(await metric('telegram_invite_queue_oldest_seconds')).toBeLessThan(3_600);
  await billing.query(`update telegram_invites set waiting_since = now() - interval '2 hours' where not is_wanted`);
  expect(await metric('telegram_invite_queue_oldest_seconds')).toBeGreaterThan(7_000);
  rejection = null;
  await retryNow();
  await billing.invites.runDue();
  expect(await metric('telegram_invite_queue_length')).toBe(0);
});

test('a rejected call waits as long as Telegram requires, and no log holds the token', async () => {
  rejection = { status: 429, body: { ok: false, description: 'Too Many Requests', parameters: { retry_after: 77 } } };
  const subscriber = await paid();
  expect(await subscriber.linkOf()).toBeNull();
  expect(await subscriber.linkOf()).toBeNull();
  expect(methods()).toEqual(['createChatInviteLink']);
  const { rows } = await billing.query<{ seconds: number }>(
    'select extract(epoch from due_at - now())::float as seconds from telegram_invites where subscriber_id = $1',
    [subscriber.id],
  );
  expect(rows[0]?.seconds).toBeGreaterThan(70);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(77);
  rejection = null;
  await retryNow();
  expect(await subscriber.linkOf()).toMatch(/invite/);
  expect(billing.lines.join('')).not.toContain(TOKEN);
});

test('the link of the model stays where it has one', async () => {
  const model = await billing.model({ telegramLink: 'https://t.me/+nina' });
  const subscriber = await billing.subscriber({ modelSlug: model.slug, modelId: model.id });
  await billing
    .postback({ transaction_id: randomUUID(), sub4: checkoutOf((await subscriber.pay()).headers.location) })
    .expect(200);
  expect((await subscriber.subscription()).telegramLink).toBe('https://t.me/+nina');
  expect(methods()).toEqual([]);
});

test.each([
  ['banChatMember', 'Bad Request: not enough rights to restrict/unrestrict chat member'],
  ['banChatMember', 'Bad Request: CHAT_ADMIN_REQUIRED'],
  ['revokeChatInviteLink', 'Bad Request: not enough rights to manage chat invite link'],
  ['revokeChatInviteLink', 'Bad Request: chat not found'],
])('a removal that Telegram rejects is tried again: %s, %s', async (method, description) => {
  const subscriber = await paid();
  const link = (await subscriber.linkOf()) ?? '';
  subscriber.join(5_001, link);
  await billing.invites.runDue();
  await subscriber.refund();
  rejected = [method];
  rejection = { status: 400, body: { ok: false, description } };
  await billing.invites.runDue();
  rejection = null;
  calls = [];
  await retryNow();
  await billing.invites.runDue();
  expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
});

test.each([
  ['revokeChatInviteLink', 'Bad Request: INVITE_HASH_EXPIRED'],
  ['banChatMember', 'Bad Request: PARTICIPANT_ID_INVALID'],
  ['banChatMember', 'Bad Request: user not found'],
  ['banChatMember', 'Bad Request: user is an administrator of the chat'],
])('a removal ends where there is nothing to remove: %s, %s', async (method, description) => {
  const subscriber = await paid();
  subscriber.join(5_002, (await subscriber.linkOf()) ?? '');
  await billing.invites.runDue();
  await subscriber.refund();
  rejected = [method];
  rejection = { status: 400, body: { ok: false, description } };
  await billing.invites.runDue();
  const { rowCount } = await billing.query('select from telegram_invites where subscriber_id = $1', [subscriber.id]);
  expect(rowCount).toBe(0);
});

test('a member who leaves gets a new invite, and the end of access removes who joined by it', async () => {
  const subscriber = await paid();
  const first = (await subscriber.linkOf()) ?? '';
  subscriber.join(6_001, first);
  await billing.invites.runDue();
  subscriber.leave(6_001);
  await billing.invites.runDue();
  const second = (await subscriber.linkOf()) ?? '';
  expect(second).toMatch(/invite/);
  expect(second).not.toBe(first);
  subscriber.join(6_001, second);
  await billing.invites.runDue();
  await subscriber.refund();
  await billing.invites.runDue();
  expect(calls).toContainEqual(expect.objectContaining({ method: 'banChatMember' }));
});

test('a member who joined before the end of access is removed, however many updates come first', async () => {
  const [crowd, subscriber] = [await paid(), await paid()];
  const link = (await subscriber.linkOf()) ?? '';
  for (let index = 0; index < 250; index += 1) crowd.join(10_000 + index, 'https://t.me/+another-link');
  subscriber.join(7_001, link);
  await subscriber.refund();
  await billing.invites.runDue();
  expect(calls).toContainEqual(
    expect.objectContaining({ method: 'banChatMember', body: expect.objectContaining({ user_id: 7_001 }) as unknown }),
  );
});

test('an invite that expired unused is replaced, a used one is not', async () => {
  const [unused, used] = [await paid(), await paid()];
  const [first, second] = [await unused.linkOf(), await used.linkOf()];
  used.join(77, second ?? '');
  await billing.invites.runDue();
  await billing.query("update telegram_invites set expires_at = now() - interval '2 minutes'");
  await retryNow();
  expect(await unused.linkOf()).not.toBe(first);
  expect(await used.linkOf()).toBe(second);
});

describe('who pays again', () => {
  const payAgain = async ({ pay }: Awaited<ReturnType<typeof paid>>) =>
    billing.postback({ transaction_id: randomUUID(), sub4: checkoutOf((await pay()).headers.location) }).expect(200);

  test('before the removal has started keeps the invite', async () => {
    const subscriber = await paid();
    const link = await subscriber.linkOf();
    await subscriber.refund();
    await payAgain(subscriber);
    expect(await subscriber.linkOf()).toBe(link);
    expect(methods()).toEqual(['createChatInviteLink']);
  });

  test.each([
    ['banChatMember', 500],
    ['unbanChatMember', 500],
    ['unbanChatMember', 400],
  ])('while the member may be banned gets a new invite after the removal: %s fails with %i', async (method, status) => {
    const subscriber = await paid();
    const link = (await subscriber.linkOf()) ?? '';
    subscriber.join(8_001, link);
    await billing.invites.runDue();
    await subscriber.refund();
    [rejection, rejected] = [{ status, body: { ok: false } }, [method]];
    await billing.invites.runDue();
    [rejection, rejected] = [{ status: 400, body: { ok: false, description: 'not enough rights' } }, ['banChatMember']];
    await retryNow();
    await billing.invites.runDue();
    await payAgain(subscriber);
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: null, isTelegramPending: true });
    [rejection, calls] = [null, []];
    await retryNow();
    await billing.invites.runDue();
    expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
    const again = await subscriber.linkOf();
    expect(again).toMatch(/invite/);
    expect(again).not.toBe(link);
  });

  test('while Telegram rejects the ban remains a member with the invite', async () => {
    const subscriber = await paid();
    const link = (await subscriber.linkOf()) ?? '';
    subscriber.join(8_002, link);
    await billing.invites.runDue();
    await subscriber.refund();
    [rejection, rejected] = [{ status: 400, body: { ok: false, description: 'not enough rights' } }, ['banChatMember']];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await retryNow();
      await billing.invites.runDue();
    }
    await payAgain(subscriber);
    [rejection, calls] = [null, []];
    await retryNow();
    await billing.invites.runDue();
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: link, isTelegramPending: false });
    expect(methods()).toEqual([]);
  });

  test('while Telegram rejects the revocation keeps the invite, of which there is no second', async () => {
    const subscriber = await paid();
    const link = await subscriber.linkOf();
    await subscriber.refund();
    [rejection, rejected] = [{ status: 400, body: { ok: false, description: 'not enough rights' } }, null];
    await billing.invites.runDue();
    await payAgain(subscriber);
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: link, isTelegramPending: false });
  });

  test.each([
    ['getUpdates', 400, 'has not joined'],
    ['revokeChatInviteLink', 500, 'has not joined'],
    ['banChatMember', 400, 'has left'],
  ])(
    'while a removal fails after the invite may be revoked gets a new invite after it: %s fails with %i, the member %s',
    async (failing, status, member) => {
      const subscriber = await paid();
      const link = (await subscriber.linkOf()) ?? '';
      if (member === 'has left') subscriber.join(8_003, link);
      await billing.invites.runDue();
      await subscriber.refund();
      [rejection, rejected] = [{ status, body: { ok: false } }, []];
      onCall = (called) => {
        if (called === 'revokeChatInviteLink') rejected = [failing];
      };
      await billing.invites.runDue();
      [rejection, calls] = [null, []];
      subscriber.leave(8_003);
      await billing.invites.runDue();
      await payAgain(subscriber);
      await retryNow();
      await billing.invites.runDue();
      const again = await subscriber.linkOf();
      expect(again).toMatch(/invite/);
      expect(again).not.toBe(link);
      expect(methods()).toEqual(['revokeChatInviteLink', 'createChatInviteLink']);
    },
  );

  test('is removed and gets a new invite when a join just before the revocation is read late', async () => {
    const subscriber = await paid();
    const link = (await subscriber.linkOf()) ?? '';
    await subscriber.refund();
    [rejection, rejected] = [{ status: 502, body: { ok: false } }, []];
    onCall = (called) => {
      if (called !== 'revokeChatInviteLink') return;
      subscriber.join(8_007, link);
      rejected = ['getUpdates'];
    };
    await billing.invites.runDue();
    await payAgain(subscriber);
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: null, isTelegramPending: true });
    [rejection, calls] = [null, []];
    await retryNow();
    await billing.invites.runDue();
    expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
    expect(await subscriber.linkOf()).not.toBe(link);
  });

  test.each(['revokeChatInviteLink', 'banChatMember'])(
    'during an attempt of the removal gets a new invite after it, with another replica: %s',
    async (method) => {
      const subscriber = await paid();
      const link = (await subscriber.linkOf()) ?? '';
      subscriber.join(8_004, link);
      await billing.invites.runDue();
      await subscriber.refund();
      const replica = createInvites({
        bot: createBotApi({ url: telegram.url, token: TOKEN, chatId: String(CHAT) }),
        invites: createInviteRepository(billing.postgres),
        wakeOn: () => {},
        logger: createLogger('billing', 'silent'),
      });
      let during: unknown;
      calls = [];
      onCall = async (called) => {
        if (called !== method) return;
        await payAgain(subscriber);
        await replica.runDue();
        during = await subscriber.subscription();
      };
      await billing.invites.runDue();
      expect(during).toMatchObject({ hasPaid: true, telegramLink: null, isTelegramPending: true });
      expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
      const again = await subscriber.linkOf();
      expect(again).toMatch(/invite/);
      expect(again).not.toBe(link);
    },
  );

  test('after the lease of a slow attempt is not banned by it', async () => {
    const subscriber = await paid();
    const link = (await subscriber.linkOf()) ?? '';
    subscriber.join(8_005, link);
    await billing.invites.runDue();
    await subscriber.refund();
    calls = [];
    onCall = async (called) => {
      if (called !== 'revokeChatInviteLink') return;
      await billing.query('update telegram_invites set leased_until = now(), due_at = now()');
      await payAgain(subscriber);
    };
    await billing.invites.runDue();
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: link });
    expect(methods()).toEqual(['revokeChatInviteLink']);
  });

  test('is not removed before the subscription is read', async () => {
    const subscriber = await paid();
    subscriber.join(8_006, (await subscriber.linkOf()) ?? '');
    await billing.invites.runDue();
    await subscriber.refund();
    await payAgain(subscriber);
    calls = [];
    await billing.invites.runDue();
    expect(methods()).toEqual([]);
  });
});

test('a migration completes the removals that may have banned their member before it', async () => {
  const subscriber = await paid();
  subscriber.join(8_008, (await subscriber.linkOf()) ?? '');
  await billing.invites.runDue();
  await subscriber.refund();
  [rejection, rejected] = [{ status: 502, body: { ok: false } }, ['unbanChatMember']];
  await billing.invites.runDue();
  await billing.query('update telegram_invites set is_banned = false where subscriber_id = $1', [subscriber.id]);
  const migration = new URL('../migrations/038-started-removals.sql', import.meta.url);
  await billing.query(await readFile(migration, 'utf8'));
  [rejection, calls] = [null, []];
  await billing
    .postback({ transaction_id: randomUUID(), sub4: checkoutOf((await subscriber.pay()).headers.location) })
    .expect(200);
  await retryNow();
  await billing.invites.runDue();
  expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
});

test('a payment of an erased person does not take the removal back', async () => {
  const subscriber = await paid();
  subscriber.join(8_007, (await subscriber.linkOf()) ?? '');
  await billing.invites.runDue();
  await billing.consume('subscriber.erased', { id: subscriber.id }, 2);
  await billing
    .postback({ transaction_id: randomUUID(), event: 'renewal', original_transaction_id: subscriber.transaction })
    .expect(200);
  expect(await billing.ledger(subscriber.id)).toEqual(expect.arrayContaining([200, 500]));
  await billing.invites.runDue();
  expect(methods()).toContain('banChatMember');
});

test('the administrator reads how far an invite is, without link and member, and requests none by it', async () => {
  const authorization = `Bearer ${await billing.token(randomUUID(), 'administrator')}`;
  const telegramOf = async ({ id }: { id: string }) => {
    const { text, body } = await billing.request.get(`/api/subscribers/${id}`).set({ authorization }).expect(200);
    expect(text).not.toMatch(/t\.me|9001/);
    return (body as SubscriberBilling).telegram;
  };
  const state = (name: string) => ({ state: name, expires_at: null });
  expect(await telegramOf(await billing.subscriber())).toEqual(state('none'));
  const subscriber = await paid();
  expect(await telegramOf(subscriber)).toEqual(state('not-requested'));
  await billing.invites.runDue();
  expect(methods()).toEqual([]);
  await subscriber.subscription();
  expect(await telegramOf(subscriber)).toEqual(state('pending'));
  const link = (await subscriber.linkOf()) ?? '';
  const invited = await telegramOf(subscriber);
  expect(invited).toEqual({ state: 'invited', expires_at: expect.any(String) });
  expect(Date.parse(invited?.expires_at ?? '')).toBeGreaterThan(Date.now());
  subscriber.join(9_001, link);
  await billing.invites.runDue();
  expect(await telegramOf(subscriber)).toEqual(state('joined'));
  await subscriber.refund();
  expect(await telegramOf(subscriber)).toEqual(state('leaving'));
  await billing.invites.runDue();
  expect(await telegramOf(subscriber)).toEqual(state('none'));
});

test('a person’s invite is exported, and removed with the person', async () => {
  const subscriber = await paid();
  const link = (await subscriber.linkOf()) ?? '';
  subscriber.join(99, link);
  await billing.invites.runDue();
  const authorization = `Bearer ${await billing.token(subscriber.id)}`;
  const exported = async () =>
    (await billing.request.get('/api/account/data/billing').set({ authorization }).expect(200)).body
      .telegram_invite as unknown;
  expect(await exported()).toEqual({ link, member_id: '99' });
  await billing.consume('subscriber.erased', { id: subscriber.id }, 2);
  await billing.invites.runDue();
  expect(methods()).toContain('banChatMember');
  expect(await exported()).toBeNull();
});
