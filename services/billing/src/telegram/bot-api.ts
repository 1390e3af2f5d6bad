import { z } from 'zod';

const TIMEOUT_MS = 5_000;

const response = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().int().min(0).optional() }).optional(),
});
const inviteLink = z.object({ invite_link: z.string() });
/** Fields of a `chat_member` update with the member and the invite link. */
const chatMemberUpdate = z.object({
  update_id: z.number().int(),
  chat_member: z
    .object({
      chat: z.object({ id: z.number().int() }),
      new_chat_member: z.object({ status: z.string(), user: z.object({ id: z.number().int() }) }),
      invite_link: inviteLink.optional(),
    })
    .optional(),
});

/** Page size of updates; a shorter page is the last one. */
const UPDATES_AT_ONCE = 100;
/** Descriptions of failed removals with nothing to remove: unknown link or member, or an administrator of the chat. */
const NOTHING_TO_REMOVE =
  /INVITE_HASH_(?:EXPIRED|INVALID)|(?:USER|PARTICIPANT)_ID_INVALID|USER_NOT_PARTICIPANT|(?:user|member) not found|user is an administrator|chat owner/i;

/** Method that bans a member. */
export const BAN = 'banChatMember';

export interface Membership {
  memberId: number;
  /** Link by which the person joined; null: the person has left. */
  link: string | null;
}

/** Call that the Bot API rejected. The error does not contain the token, which is part of every address. */
export class BotApiError extends Error {
  readonly method: string;
  /** 0 without a response. */
  readonly status: number;
  /** Telegram's description, such as `Bad Request: user not found`. */
  readonly description: string;
  /** Delay after a 429. */
  readonly retryAfterSeconds: number | null;

  constructor(method: string, status: number, { description = '', retryAfterSeconds = null as number | null } = {}) {
    super(`${method} rejected with ${status} ${description}`.trim());
    this.method = method;
    this.status = status;
    this.description = description;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface BotSettings {
  url: string;
  token: string;
  chatId: string;
}

/** Creates the client of the calls of https://core.telegram.org/bots/api that invites need. */
export const createBotApi = ({ url, token, chatId }: BotSettings) => {
  const call = async (method: string, body: Record<string, unknown>): Promise<unknown> => {
    const received = await fetch(`${url.replace(/\/$/, '')}/bot${token}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new BotApiError(method, 0, { description: error.name });
    });
    const parsed = response.safeParse(await received.json().catch(() => null));
    if (parsed.success && parsed.data.ok) return parsed.data.result;
    const { description, parameters } = parsed.data ?? {};
    throw new BotApiError(method, received.status, {
      ...(description !== undefined && { description }),
      retryAfterSeconds: parameters?.retry_after ?? null,
    });
  };
  /** Treats missing objects as removed; missing rights of the bot also give a 400, but are an error. */
  const callUnlessGone = async (method: string, body: Record<string, unknown>): Promise<void> => {
    try {
      await call(method, body);
    } catch (error) {
      const isGone = error instanceof BotApiError && error.status === 400 && NOTHING_TO_REMOVE.test(error.description);
      if (!isGone) throw error;
    }
  };
  return {
    /** Creates a link by which one person may join until that time. */
    createInvite: async (expiresAt: Date): Promise<string> => {
      const expire_date = Math.floor(expiresAt.getTime() / 1_000);
      return inviteLink.parse(await call('createChatInviteLink', { chat_id: chatId, member_limit: 1, expire_date }))
        .invite_link;
    },
    revokeInvite: (link: string) => callUnlessGone('revokeChatInviteLink', { chat_id: chatId, invite_link: link }),
    /** Removes a member, who may join again with another invite. */
    removeMember: async (memberId: number): Promise<void> => {
      await callUnlessGone(BAN, { chat_id: chatId, user_id: memberId });
      await callUnlessGone('unbanChatMember', { chat_id: chatId, user_id: memberId, only_if_banned: true });
    },
    /** Returns who joined by a link or left since an update, in order, the next update to read, and whether more may follow. */
    memberships: async (offset: number): Promise<{ memberships: Membership[]; next: number; hasMore: boolean }> => {
      const updates = z
        .array(chatMemberUpdate)
        .parse(
          await call('getUpdates', { offset, limit: UPDATES_AT_ONCE, timeout: 0, allowed_updates: ['chat_member'] }),
        );
      return {
        memberships: updates.flatMap(({ chat_member: change }): Membership[] => {
          if (!change || String(change.chat.id) !== chatId) return [];
          const { status, user } = change.new_chat_member;
          if (status === 'left') return [{ memberId: user.id, link: null }];
          return status === 'member' && change.invite_link
            ? [{ memberId: user.id, link: change.invite_link.invite_link }]
            : [];
        }),
        next: Math.max(offset, ...updates.map(({ update_id }) => update_id + 1)),
        hasMore: updates.length === UPDATES_AT_ONCE,
      };
    },
  };
};
export type BotApi = ReturnType<typeof createBotApi>;
