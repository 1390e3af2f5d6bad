import { ApiError, isOutage } from 'web-kit/api';

interface Ways<Body, Saved> {
  create: (body: Body) => Promise<Saved>;
  /** What stands under the slug of a body. */
  find: (body: Body) => Promise<Saved | undefined>;
  /** Whether a thing is what `create` makes of a body, and nobody has changed it since. */
  isMadeOf: (saved: Saved, body: Body) => boolean;
  update: (saved: Saved, body: Body) => Promise<Saved>;
}

const isSlugTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'SLUG_TAKEN';

/**
 * A creation that may be sent again. When the answer to an attempt was lost after the server had saved, the next attempt is
 * refused: its slug is taken, by itself. What stands there is then looked at, and taken for one's own only if it is what was
 * sent to no answer; what was typed since is saved into it.
 * @returns creates, or finds what an earlier attempt has created; throws what the calls throw
 */
export const createOnce = <Body, Saved>({
  create,
  find,
  isMadeOf,
  update,
}: Ways<Body, Saved>): ((body: Body) => Promise<Saved>) => {
  const unanswered: Body[] = [];
  return async (body) => {
    try {
      return await create(body);
    } catch (error) {
      if (isOutage(error)) unanswered.push(body);
      if (!isSlugTaken(error) || unanswered.length === 0) throw error;
      const saved = await find(body);
      const own = saved && unanswered.find((attempt) => isMadeOf(saved, attempt));
      if (!own) throw error;
      return JSON.stringify(own) === JSON.stringify(body) ? saved : update(saved, body);
    }
  };
};
