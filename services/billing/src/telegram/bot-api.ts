import { z } from 'zod';

const TIMEOUT_MS = 5_000;

const response = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().int().min(0).optional() }).optional(),
});
const inviteLink = z.object({ invite_link: z.string() });
/** Of a `chat_member` update, what names who joined by which link. */
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

export interface Joining {
  link: string;
  memberId: number;
}

/** A call that the Bot API rejected. Neither it nor its cause holds the token, which is part of every address. */
export class BotApiError extends Error {
  readonly status: number;
  /** After a 429. */
  readonly retryAfterSeconds: number | null;

  constructor(method: string, status: number, { description = '', retryAfterSeconds = null as number | null } = {}) {
    super(`${method} rejected with ${status} ${description}`.trim());
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface BotSettings {
  url: string;
  token: string;
  chatId: string;
}

/** The calls of https://core.telegram.org/bots/api that invites need. */
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
  /** Treats what no longer exists as removed. */
  const callUnlessGone = async (method: string, body: Record<string, unknown>): Promise<void> => {
    try {
      await call(method, body);
    } catch (error) {
      if (!(error instanceof BotApiError && error.status === 400)) throw error;
    }
  };
  return {
    /** Creates a link by which one person may join until then. */
    createInvite: async (expiresAt: Date): Promise<string> => {
      const expire_date = Math.floor(expiresAt.getTime() / 1_000);
      return inviteLink.parse(await call('createChatInviteLink', { chat_id: chatId, member_limit: 1, expire_date }))
        .invite_link;
    },
    revokeInvite: (link: string) => callUnlessGone('revokeChatInviteLink', { chat_id: chatId, invite_link: link }),
    /** Removes a member, who may join again by another invite. */
    removeMember: async (memberId: number): Promise<void> => {
      await callUnlessGone('banChatMember', { chat_id: chatId, user_id: memberId });
      await callUnlessGone('unbanChatMember', { chat_id: chatId, user_id: memberId, only_if_banned: true });
    },
    /** Who joined by a link since an update, and the next update to read. */
    joinings: async (offset: number): Promise<{ joinings: Joining[]; next: number }> => {
      const updates = z
        .array(chatMemberUpdate)
        .parse(await call('getUpdates', { offset, timeout: 0, allowed_updates: ['chat_member'] }));
      return {
        joinings: updates.flatMap(({ chat_member: change }) =>
          change?.invite_link && String(change.chat.id) === chatId && change.new_chat_member.status === 'member'
            ? [{ link: change.invite_link.invite_link, memberId: change.new_chat_member.user.id }]
            : [],
        ),
        next: Math.max(offset, ...updates.map(({ update_id }) => update_id + 1)),
      };
    },
  };
};
export type BotApi = ReturnType<typeof createBotApi>;
