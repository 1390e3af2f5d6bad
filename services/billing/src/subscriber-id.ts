import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';

/** The subscriber that makes a call. @throws AppError FORBIDDEN for everybody else */
export const subscriberIdOf = (viewer: Viewer): string => {
  if (viewer.role !== 'subscriber') throw new AppError('FORBIDDEN');
  return viewer.id;
};
