import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { createLogger } from 'service-kit/logger';
import { createBotApi } from '../src/telegram/bot-api.ts';
import { createInviteRepository } from '../src/telegram/invite.repository.ts';
import { createInvites } from '../src/telegram/invites.ts';
import { billing, bot, botSettings, methods, paid, payAgain, retryNow } from './telegram-harness.ts';

/** Creates a subscriber who has joined by the invite, and whose payment was refunded: the removal is due. */
const refundedMember = async (memberId: number) => {
  const subscriber = await paid();
  const link = (await subscriber.linkOf()) ?? '';
  subscriber.join(memberId, link);
  await billing.invites.runDue();
  await subscriber.refund();
  return { subscriber, link };
};

describe('a payment after a revocation', () => {
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
    const { subscriber, link } = await refundedMember(8_001);
    [bot.rejection, bot.rejected] = [{ status, body: { ok: false } }, [method]];
    await billing.invites.runDue();
    [bot.rejection, bot.rejected] = [
      { status: 400, body: { ok: false, description: 'not enough rights' } },
      ['banChatMember'],
    ];
    await retryNow();
    await billing.invites.runDue();
    await payAgain(subscriber);
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: null, isTelegramPending: true });
    [bot.rejection, bot.calls] = [null, []];
    await retryNow();
    await billing.invites.runDue();
    expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
    const again = await subscriber.linkOf();
    expect(again).toMatch(/invite/);
    expect(again).not.toBe(link);
  });

  test('while Telegram rejects the ban remains a member with the invite', async () => {
    const { subscriber, link } = await refundedMember(8_002);
    [bot.rejection, bot.rejected] = [
      { status: 400, body: { ok: false, description: 'not enough rights' } },
      ['banChatMember'],
    ];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await retryNow();
      await billing.invites.runDue();
    }
    await payAgain(subscriber);
    [bot.rejection, bot.calls] = [null, []];
    await retryNow();
    await billing.invites.runDue();
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: link, isTelegramPending: false });
    expect(methods()).toEqual([]);
  });

  test('while Telegram rejects the revocation keeps the invite, of which there is no second', async () => {
    const subscriber = await paid();
    const link = await subscriber.linkOf();
    await subscriber.refund();
    [bot.rejection, bot.rejected] = [{ status: 400, body: { ok: false, description: 'not enough rights' } }, null];
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
      [bot.rejection, bot.rejected] = [{ status, body: { ok: false } }, []];
      bot.onCall = (called) => {
        if (called === 'revokeChatInviteLink') bot.rejected = [failing];
      };
      await billing.invites.runDue();
      [bot.rejection, bot.calls] = [null, []];
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
    [bot.rejection, bot.rejected] = [{ status: 502, body: { ok: false } }, []];
    bot.onCall = (called) => {
      if (called !== 'revokeChatInviteLink') return;
      subscriber.join(8_007, link);
      bot.rejected = ['getUpdates'];
    };
    await billing.invites.runDue();
    await payAgain(subscriber);
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: null, isTelegramPending: true });
    [bot.rejection, bot.calls] = [null, []];
    await retryNow();
    await billing.invites.runDue();
    expect(methods()).toEqual(['revokeChatInviteLink', 'banChatMember', 'unbanChatMember']);
    expect(await subscriber.linkOf()).not.toBe(link);
  });

  test.each(['revokeChatInviteLink', 'banChatMember'])(
    'during an attempt of the removal gets a new invite after it, with another replica: %s',
    async (method) => {
      const { subscriber, link } = await refundedMember(8_004);
      const replica = createInvites({
        bot: createBotApi(botSettings()),
        invites: createInviteRepository(billing.postgres),
        wakeOn: () => {},
        logger: createLogger('billing', 'silent'),
      });
      let during: unknown;
      bot.calls = [];
      bot.onCall = async (called) => {
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
    const { subscriber, link } = await refundedMember(8_005);
    bot.calls = [];
    bot.onCall = async (called) => {
      if (called !== 'revokeChatInviteLink') return;
      await billing.query('update telegram_invites set leased_until = now(), due_at = now()');
      await payAgain(subscriber);
    };
    await billing.invites.runDue();
    expect(await subscriber.subscription()).toMatchObject({ telegramLink: link });
    expect(methods()).toEqual(['revokeChatInviteLink']);
  });

  test('is not removed before the subscription is read', async () => {
    const { subscriber } = await refundedMember(8_006);
    await payAgain(subscriber);
    bot.calls = [];
    await billing.invites.runDue();
    expect(methods()).toEqual([]);
  });
});

test('a migration completes the removals that may have banned their member before it', async () => {
  const { subscriber } = await refundedMember(8_008);
  [bot.rejection, bot.rejected] = [{ status: 502, body: { ok: false } }, ['unbanChatMember']];
  await billing.invites.runDue();
  await billing.query('update telegram_invites set is_banned = false where subscriber_id = $1', [subscriber.id]);
  const migration = new URL('../migrations/038-started-removals.sql', import.meta.url);
  await billing.query(await readFile(migration, 'utf8'));
  [bot.rejection, bot.calls] = [null, []];
  await payAgain(subscriber);
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
