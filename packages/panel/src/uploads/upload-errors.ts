import { ERRORS, IMAGE_TOO_LARGE_TEXT } from 'contracts/errors';
import type { ErrorCode } from 'contracts/errors';
import { isVideoKind, maxBytes } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { TEXTS } from 'contracts/texts';
import { ApiError, messageOf } from 'web-kit/api';

/** Returns the error text of a file that is rejected before it is sent (by size or type), or null. */
export const rejectionOf = (file: Pick<File, 'size' | 'type'>, kind: AssetKind): string | null => {
  if (file.size > maxBytes(kind)) return isVideoKind(kind) ? ERRORS.FILE_TOO_LARGE.text : IMAGE_TOO_LARGE_TEXT;
  const family = isVideoKind(kind) ? 'video/' : 'image/';
  return file.type !== '' && !file.type.startsWith(family) ? ERRORS.INVALID_FILE_TYPE.text : null;
};

const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text);

/**
 * Returns the text of a failed upload: the server's sentence, otherwise that of its code, otherwise the specified one, which
 * differs between a single picture and the files of a list (docs/domain.md#uploads).
 */
export const uploadErrorText = (error: unknown, { isSingle }: { isSingle: boolean }): string => {
  if (error instanceof ApiError && error.status === 0) return ERRORS.UPLOAD_FAILED.text;
  const announcement = messageOf(error, isSingle ? TEXTS.uploadRejected : TEXTS.listUploadRejected);
  return isErrorCode(announcement) ? ERRORS[announcement].text : announcement;
};

/** Statuses of retryable failures: no response, still locked by the previous attempt, rate limited, or service unavailable. */
const NOT_JUDGED = [0, 409, 423, 429, 502, 503, 504];

/** Whether an upload failed in transit, so that a retry may succeed. */
export const isInterruption = (error: unknown): boolean =>
  error instanceof ApiError && NOT_JUDGED.includes(error.status);

/** Errors of the file itself: a retry changes nothing. */
const REJECTED_FILES: readonly string[] = ['INVALID_FILE_TYPE', 'FILE_TOO_LARGE'] satisfies ErrorCode[];

/** Whether the server rejects this file at every attempt. */
export const isRejectedFile = (error: unknown): boolean =>
  error instanceof ApiError && REJECTED_FILES.includes(error.code);

/** Errors of exhausted limits, by the rate of requests or by concurrent uploads of this or other users: a later retry succeeds. */
const NO_ROOM: readonly string[] = [
  'TOO_MANY_REQUESTS',
  'TOO_MANY_UPLOADS',
  'UPLOADS_SATURATED',
  'STORAGE_FULL',
] satisfies ErrorCode[];

/** Returns the server's sentence about an upload that must wait for capacity, or null after any other interruption. */
export const noRoomText = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null;
  if (NO_ROOM.includes(error.code)) return error.message;
  // A HEAD response has no body.
  return error.status === 429 && error.code === 'UNREADABLE' ? ERRORS.TOO_MANY_REQUESTS.text : null;
};

export const isVideoFile = (file: Pick<File, 'type'>): boolean => file.type.startsWith('video/');
