import type { Request } from 'express';
import type { Verifier } from 'service-kit/auth';
import { readViewCookie } from 'service-kit/cookies';
import { AppError } from 'service-kit/errors';

/** Returns the subscriber of a navigation's view cookie; null without a valid one. */
export const createNavigationSubscriber =
  (verifier: Verifier) =>
  async (request: Pick<Request, 'headers'>): Promise<string | null> => {
    const token = readViewCookie(request, 'subscriber');
    if (!token) return null;
    try {
      const viewer = await verifier.verify(token, 'view');
      return viewer.role === 'subscriber' ? viewer.id : null;
    } catch (error) {
      // An expired or forged cookie counts as none.
      if (error instanceof AppError && error.code === 'SESSION_EXPIRED') return null;
      throw error;
    }
  };
