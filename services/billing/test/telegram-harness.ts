import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startHttpServer } from 'testing/http-server';
import { checkoutOf, createHarness } from './harness.ts';
import type { Harness } from './harness.ts';

export const TOKEN = '123456:secret-token-of-the-bot';
export const CHAT = -1_001_234;

interface Bot {
  /** Calls that Telegram has received, without getUpdates. */
  calls: { method: string; body: Record<string, unknown> }[];
  rejection: { status: number; body: object } | null;
  /** Methods that are rejected; null: all except getUpdates. */
  rejected: string[] | null;
  onCall: (method: string) => void | Promise<void>;
  isHanging: boolean;
}
const idle = (): Bot => ({ calls: [], rejection: null, rejected: null, onCall: () => {}, isHanging: false });
/** Double of the Bot API; as new before each test. */
export const bot = idle();
const updates: object[] = [];
let links = 0;
const respondAsTelegram: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  const respond = async () => {
    const method = request.url?.replace(`/bot${TOKEN}/`, '') ?? '';
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    if (method !== 'getUpdates') bot.calls.push({ method, body });
    await bot.onCall(method);
    if (bot.isHanging) return;
    const isRejected = bot.rejected ? bot.rejected.includes(method) : method !== 'getUpdates';
    const { status, body: sent } = (isRejected ? bot.rejection : null) ?? {
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
/** Billing with this bot; set before the first test. */
export let billing: Harness;
export const botSettings = () => ({ url: telegram.url, token: TOKEN, chatId: String(CHAT) });
beforeAll(async () => {
  telegram = await startHttpServer(respondAsTelegram);
  billing = await createHarness(undefined, { telegramBot: botSettings() });
});
afterAll(async () => {
  await billing.close();
  await telegram.close();
});
beforeEach(() => {
  Object.assign(bot, idle());
});

export const methods = (): string[] => bot.calls.map(({ method }) => method);

/** Creates a subscriber who has paid. */
export const paid = async () => {
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
/** Pays again, by another first payment. */
export const payAgain = async ({ pay }: Pick<Awaited<ReturnType<typeof paid>>, 'pay'>) =>
  billing.postback({ transaction_id: randomUUID(), sub4: checkoutOf((await pay()).headers.location) }).expect(200);
export const retryNow = () => billing.query('update telegram_invites set due_at = now()');
