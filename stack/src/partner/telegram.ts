import { randomBytes, randomInt } from 'node:crypto';
import express, { Router } from 'express';
import { z } from 'zod';

interface Invite {
  link: string;
  limit: number;
  isRevoked: boolean;
  members: number[];
}
interface Update {
  update_id: number;
  chat_member: object;
}

const call = z.object({
  chat_id: z.union([z.string(), z.number()]).optional(),
  invite_link: z.string().optional(),
  member_limit: z.number().optional(),
  user_id: z.number().optional(),
  offset: z.number().optional(),
});
type Call = z.output<typeof call>;

/**
 * Creates a fake of the Bot API for demo and tests: links, members, and updates of joining members.
 * @param origin the address under which visitors reach it
 */
export const createTelegram = (origin: string) => {
  const invites = new Map<string, Invite>();
  const members = new Set<number>();
  let updates: Update[] = [];
  // Increases across restarts, like Telegram's: clients remember the last update.
  let nextUpdate = Date.now();
  let chatId = 0;

  const METHODS: Readonly<Record<string, (body: Call) => unknown>> = {
    createChatInviteLink: ({ chat_id, member_limit = 99_999 }) => {
      chatId = Number(chat_id);
      const link = `${origin}/telegram/+${randomBytes(8).toString('hex')}`;
      invites.set(link, { link, limit: member_limit, isRevoked: false, members: [] });
      return { invite_link: link, member_limit };
    },
    revokeChatInviteLink: ({ invite_link = '' }) => {
      const invite = invites.get(invite_link);
      if (!invite) return null;
      invite.isRevoked = true;
      return { invite_link, is_revoked: true };
    },
    banChatMember: ({ user_id = 0 }) => members.delete(user_id) || null,
    unbanChatMember: () => true,
    getUpdates: ({ offset = 0 }) => {
      updates = updates.filter(({ update_id }) => update_id >= offset);
      return updates;
    },
  };
  /** Simulates a person who opens the link in Telegram. Returns whether they joined. */
  const join = (link: string): boolean => {
    const invite = invites.get(link);
    if (!invite || invite.isRevoked || invite.members.length >= invite.limit) return false;
    const id = randomInt(1, 2 ** 40);
    invite.members.push(id);
    members.add(id);
    updates.push({
      update_id: nextUpdate++,
      chat_member: {
        chat: { id: chatId },
        new_chat_member: { status: 'member', user: { id } },
        invite_link: { invite_link: link },
      },
    });
    return true;
  };
  const router = Router();
  router.post('/telegram/bot:token/:method', express.json(), (request, response) => {
    const method = METHODS[request.params.method];
    const parsed = call.safeParse(request.body);
    const result = method && parsed.success ? method(parsed.data) : null;
    if (result === null) response.status(400).json({ ok: false, error_code: 400, description: 'Bad Request' });
    else response.json({ ok: true, result });
  });
  // Telegram requires a tap on its own page; opening the link alone admits no member.
  router.get('/telegram/:code', (_request, response) => {
    response
      .type('html')
      .send(
        '<!doctype html><html lang="fr"><meta charset="utf-8"><title>Telegram d’essai</title><form method="post"><button>Rejoindre le canal</button></form></html>',
      );
  });
  router.post('/telegram/:code', (request, response) => {
    const isIn = join(`${origin}/telegram/${request.params.code}`);
    response
      .status(isIn ? 200 : 410)
      .type('text')
      .send(isIn ? 'Vous êtes dans le canal.' : 'Ce lien n’est plus valable.');
  });
  return { router, join, members };
};
