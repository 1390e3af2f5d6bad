import { IMAGE_TOO_LARGE_TEXT } from 'contracts/errors';
import { isVideoKind } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { AppError } from 'service-kit/errors';

/** Returns the error for a file beyond its kind's limit, with the specified text. */
export const tooLarge = (kind: AssetKind): AppError =>
  new AppError('FILE_TOO_LARGE', isVideoKind(kind) ? {} : { text: IMAGE_TOO_LARGE_TEXT });
