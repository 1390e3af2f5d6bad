import { ApiError, isOutage } from 'web-kit/api';

interface Ways<Body, Saved> {
  create: (body: Body) => Promise<Saved>;
  /** What stands under the slug of a body. */
  find: (body: Body) => Promise<Saved | undefined>;
  /** Whether an entity is what `create` makes of a body, unchanged since. */
  matchesCreation: (saved: Saved, body: Body) => boolean;
  update: (saved: Saved, body: Body) => Promise<Saved>;
}

const isSlugTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'SLUG_TAKEN';

/**
 * A creation that may be sent again. When the response to an attempt was lost after the server had saved, the next attempt is
 * refused: its slug is taken, by itself. What stands there is then looked at, and taken for one's own only if it is what was
 * sent by an attempt without a response; later input is saved into it.
 * @returns creates, or finds what an earlier attempt has created; throws what the calls throw
 */
export const retryableCreation = <Body, Saved>({
  create,
  find,
  matchesCreation,
  update,
}: Ways<Body, Saved>): ((body: Body) => Promise<Saved>) => {
  const noResponse: Body[] = [];
  return async (body) => {
    try {
      return await create(body);
    } catch (error) {
      if (isOutage(error)) noResponse.push(body);
      if (!isSlugTaken(error) || noResponse.length === 0) throw error;
      const saved = await find(body);
      const own = saved && noResponse.find((attempt) => matchesCreation(saved, attempt));
      if (!own) throw error;
      return JSON.stringify(own) === JSON.stringify(body) ? saved : update(saved, body);
    }
  };
};
