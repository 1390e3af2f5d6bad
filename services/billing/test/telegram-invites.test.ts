import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { checkoutOf } from './harness.ts';
import { billing, bot, CHAT, methods, paid, retryNow, TOKEN } from './telegram-harness.ts';

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
  expect(bot.calls[0]?.body).toMatchObject({ chat_id: String(CHAT), member_limit: 1 });
  const days = (Number(bot.calls[0]?.body.expire_date) * 1_000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
});

test('a Bot API that hangs delays no response, which states that the invite is on its way', async () => {
  bot.isHanging = true;
  const subscriber = await paid();
  expect(await subscriber.subscription()).toMatchObject({ hasPaid: true, telegramLink: null, isTelegramPending: true });
  expect(methods()).toEqual([]);
  bot.isHanging = false;
  expect(await subscriber.linkOf()).toMatch(/invite/);
  expect(await subscriber.subscription()).toMatchObject({ isTelegramPending: false });
});

test('the end of access revokes the invite and removes its member', async () => {
  const subscriber = await paid();
  const link = (await subscriber.linkOf()) ?? '';
  subscriber.join(4_242_424_242, link);
  await billing.invites.runDue();
  bot.calls = [];
  await subscriber.refund();
  expect(await subscriber.linkOf()).toBeNull();
  await billing.invites.runDue();
  expect(bot.calls).toMatchObject([
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
  bot.rejection = { status: 403, body: { ok: false, description: 'Forbidden: not enough rights' } };
  await billing.invites.runDue();
  expect(await metric('telegram_invite_attempts_total{kind="removal",outcome="postponed"')).toBeGreaterThan(0);
  expect(await metric('telegram_invite_queue_length')).toBe(1);
  expect(await metric('telegram_invite_queue_oldest_seconds')).toBeLessThan(3_600);
  await billing.query(`update telegram_invites set waiting_since = now() - interval '2 hours' where not is_wanted`);
  expect(await metric('telegram_invite_queue_oldest_seconds')).toBeGreaterThan(7_000);
  bot.rejection = null;
  await retryNow();
  await billing.invites.runDue();
  expect(await metric('telegram_invite_queue_length')).toBe(0);
});

test('a rejected call waits as long as Telegram requires, and no log holds the token', async () => {
  bot.rejection = {
    status: 429,
    body: { ok: false, description: 'Too Many Requests', parameters: { retry_after: 77 } },
  };
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
  bot.rejection = null;
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
  bot.rejected = [method];
  bot.rejection = { status: 400, body: { ok: false, description } };
  await billing.invites.runDue();
  bot.rejection = null;
  bot.calls = [];
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
  bot.rejected = [method];
  bot.rejection = { status: 400, body: { ok: false, description } };
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
  expect(bot.calls).toContainEqual(expect.objectContaining({ method: 'banChatMember' }));
});

test('a member who joined before the end of access is removed, however many updates come first', async () => {
  const [crowd, subscriber] = [await paid(), await paid()];
  const link = (await subscriber.linkOf()) ?? '';
  for (let index = 0; index < 250; index += 1) crowd.join(10_000 + index, 'https://t.me/+another-link');
  subscriber.join(7_001, link);
  await subscriber.refund();
  await billing.invites.runDue();
  expect(bot.calls).toContainEqual(
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
