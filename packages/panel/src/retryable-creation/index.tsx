import { ApiError, isOutage } from 'web-kit/api';

interface Calls<Body, Saved> {
  /** Sends the key as Idempotency-Key. */
  create: (body: Body, idempotencyKey: string) => Promise<Saved>;
  update: (saved: Saved, body: Body) => Promise<Saved>;
}

const isKeyReused = (error: unknown): boolean => error instanceof ApiError && error.code === 'IDEMPOTENCY_KEY_REUSED';

/**
 * Returns a creation that can be retried after its response was lost (docs/domain.md#retried-creations). Attempts share an
 * idempotency key until one gets a response: the same input returns what the first attempt has created, later input is saved into
 * it.
 * @returns a function that creates, or finds what an earlier attempt has created, and throws the errors of the calls
 */
export const retryableCreation = <Body, Saved>({
  create,
  update,
}: Calls<Body, Saved>): ((body: Body) => Promise<Saved>) => {
  let key = crypto.randomUUID();
  let withoutResponse: Body[] = [];
  const reset = () => {
    key = crypto.randomUUID();
    withoutResponse = [];
  };

  /** Returns what an executed attempt without a response has created. */
  const recover = async (): Promise<Saved> => {
    for (const body of withoutResponse) {
      try {
        return await create(body, key);
      } catch (error) {
        if (!isKeyReused(error)) throw error;
      }
    }
    throw new Error('the key was used for a request that was not sent from here');
  };

  return async (body) => {
    try {
      const saved = await create(body, key);
      reset();
      return saved;
    } catch (error) {
      if (isKeyReused(error)) {
        const saved = await update(await recover(), body);
        reset();
        return saved;
      }
      if (isOutage(error)) withoutResponse.push(body);
      throw error;
    }
  };
};
