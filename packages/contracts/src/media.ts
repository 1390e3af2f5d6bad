import { z } from 'zod';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from './limits.ts';
import { slugShape } from './slugs.ts';

/** Purposes of an uploaded file. The first three are items of a model's lists; the others are public by nature. */
export const ASSET_KINDS = ['photo', 'video', 'replay', 'avatar', 'cover-image', 'cover-video'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];
export const assetKind = z.enum(ASSET_KINDS);
export const PUBLIC_KINDS: readonly AssetKind[] = ['avatar', 'cover-image', 'cover-video'];
/** Whether files of this kind are videos. */
export const isVideoKind = (kind: AssetKind): boolean =>
  kind === 'video' || kind === 'replay' || kind === 'cover-video';

/** {fileType} of POST /api/upload/{fileType}/{modelSlug}. */
export const FILE_TYPES = { photos: 'photo', videos: 'video', lives: 'replay' } as const satisfies Record<
  string,
  AssetKind
>;
export type FileType = keyof typeof FILE_TYPES;
export const fileType = z.enum(Object.keys(FILE_TYPES) as [FileType, ...FileType[]]);

/**
 * Resumable uploads (tus 1.0.0) beside the upload calls of the specification, for all kinds of files, made for videos.
 *
 * - POST RESUMABLE_PATH creates one, with the headers `Authorization: Bearer ...`, `Tus-Resumable: 1.0.0`, `Upload-Length`
 *   (checked here: 413 FILE_TOO_LARGE) and `Upload-Metadata` (`resumableMetadata`). It responds 201 with `Location`, a path.
 * - PATCH sends a part from `Upload-Offset` on, HEAD returns its offset, DELETE gives it up; each only for the viewer who
 *   created it, with a token of now (a renewed one is as good as the first).
 * - The PATCH that brings the last byte responds 200 with the body `resumableResponse`, once the file has become an asset just
 *   as by an ordinary upload. The same JSON is in the header RESUMABLE_RESULT_HEADER, also of a HEAD that comes later:
 *   a client that lost the response finds it there (tus-js-client gives either response to `onSuccess`).
 * - Errors are the usual body with the same codes as an ordinary upload: INVALID_FILE_TYPE comes with the last byte,
 *   FORBIDDEN, VALIDATION_FAILED and the quotas at the start: 429 TOO_MANY_UPLOADS while the sender's others are unfinished.
 *   404 FILE_NOT_FOUND: unknown, given up, older than RESUMABLE_HOURS, or idle for an hour when its sender needed room.
 *   409 UPLOAD_CONFLICT: another offset than the server's (HEAD returns it); 423 UPLOAD_BUSY: another request still writes.
 *   412 UPLOAD_VERSION_UNSUPPORTED: Tus-Resumable is missing or names another version than `Tus-Version` of the response.
 */
export const RESUMABLE_PATH = '/api/upload/resumable';
/** Bytes of one PATCH. */
export const RESUMABLE_CHUNK_BYTES = 8 * 1024 * 1024;
/** Hours after its creation at which an unfinished upload is removed. */
export const RESUMABLE_HOURS = 24;
/** JSON of `resumableResponse`, in ASCII. */
export const RESUMABLE_RESULT_HEADER = 'upload-result';

/** Purposes of a resumable upload; `cover` is a video according to `filetype`, else an image. */
export const RESUMABLE_FILE_TYPES = ['photos', 'videos', 'lives', 'avatar', 'cover'] as const;
export type ResumableFileType = (typeof RESUMABLE_FILE_TYPES)[number];

/**
 * Upload-Metadata. `filename` and `filetype` are the sender's own words: the choice of `cover` follows from the type, and the name
 * is shown to the file's owner (docs/domain.md#original-file-names).
 */
export const resumableMetadata = z.object({
  fileType: z.enum(RESUMABLE_FILE_TYPES),
  modelSlug: slugShape,
  filename: z.string().max(255).optional(),
  filetype: z.string().max(100).optional(),
});
export type ResumableMetadata = z.infer<typeof resumableMetadata>;

/** The kind of asset that a resumable upload becomes. */
export const resumableKind = ({
  fileType,
  filetype = '',
}: Pick<ResumableMetadata, 'fileType' | 'filetype'>): AssetKind => {
  if (fileType === 'avatar') return 'avatar';
  if (fileType === 'cover') return filetype.startsWith('video/') ? 'cover-video' : 'cover-image';
  return FILE_TYPES[fileType];
};

/** Response to a finished resumable upload: that of `uploadFile`, whatever the kind. */
export const resumableResponse = z.object({ filename: z.string(), filePath: z.string() });
export type ResumableResponse = z.infer<typeof resumableResponse>;
/** Progress of a resumable upload, in bytes; `result` once it is finished. */
export const resumableProgress = z.object({
  offset: z.number(),
  length: z.number(),
  result: resumableResponse.nullable(),
});

/** Returns the bytes that a file of this kind may have. */
export const maxBytes = (kind: AssetKind): number => (isVideoKind(kind) ? VIDEO_MAX_BYTES : IMAGE_MAX_BYTES);

/**
 * Paths of media's deliveries (docs/domain.md#locked-content). `public` and `blur` need no signature; `items` serves unlocked items,
 * and locked ones with a signature; `private` serves the pictures of hidden models to who may edit them (docs/domain.md#publication);
 * `originals` serves files as they were sent, signed, to the same two (docs/domain.md#originals).
 */
export const publicPath = (assetId: string, rendition: string): string => `/uploads/public/${assetId}/${rendition}`;
/** Path of a rendition of a hidden model, for viewers who may edit the model. */
export const privatePath = (assetId: string, rendition: string): string => `/uploads/private/${assetId}/${rendition}`;
/** Path of a file as it was uploaded. */
export const originalPath = (assetId: string): string => `/uploads/originals/${assetId}`;
/** Path of an item's rendition. */
export const itemPath = (assetId: string, rendition: string): string => `/uploads/items/${assetId}/${rendition}`;
/** Path of the blurred picture of a hidden model's item, for viewers who may edit the model. */
export const privateBlurPath = (blurId: string): string => `/uploads/private/blur/${blurId}.webp`;
/** Path of an item's blurred picture. */
export const blurPath = (blurId: string): string => `/uploads/blur/${blurId}.webp`;

/** The filename of an item: the asset's id with its ending. */
export const filenameOf = (assetId: string, kind: AssetKind): string =>
  `${assetId}.${isVideoKind(kind) ? 'mp4' : 'webp'}`;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** The asset id in an item's filename, or null where it is not one of ours. */
export const assetIdOfFilename = (filename: string): string | null =>
  new RegExp(`^(${UUID})\\.(?:webp|mp4)$`).exec(filename)?.[1] ?? null;
/** The asset id in the path of a picture's rendition (with or without its version), or null. */
export const assetIdOfPublicPath = (path: string): string | null =>
  new RegExp(`^/uploads/(?:public|private)/(${UUID})/[\\w-]+\\.(?:webp|mp4)(?:\\?v=\\d+)?$`).exec(path)?.[1] ?? null;
/** The same public picture at another width, for srcset; the version stays. */
export const atWidth = (path: string, width: number): string =>
  path.replace(/\/(poster-)?\d+\.webp(?=\?|$)/, (_, poster: string | undefined) => `/${poster ?? ''}${width}.webp`);

export const ASSET_STATES = ['processing', 'ready', 'failed'] as const;
export type AssetState = (typeof ASSET_STATES)[number];

/** The reason of `asset.failed` where workers ended with the video under way, again and again. */
export const ENDED_ITS_WORKER = 'ended its worker';
/** Causes of a failed file that the panel distinguishes. */
export const ASSET_FAILURES = ['unreadable', 'ended-its-worker'] as const;
/** Returns the cause for the panel from the reason of `asset.failed`. */
export const assetFailureOf = (reason: string): (typeof ASSET_FAILURES)[number] =>
  reason === ENDED_ITS_WORKER ? 'ended-its-worker' : 'unreadable';

/** The state of one upload, for the panel that waits for its renditions. duration: "m:ss" or null. */
export const uploadState = z.object({
  filename: z.string(),
  state: z.enum(ASSET_STATES),
  /** Present with `failed` alone. */
  failure: z.enum(ASSET_FAILURES).optional(),
  filePath: z.string(),
  image: z.string().nullable(),
  duration: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  /** HLS of the same film, where there is one. */
  hls: z.string().optional(),
  /** Original name of the file (docs/domain.md#original-file-names). */
  originalName: z.string().optional(),
  /** Size of the original file. This and `uploadedAt` are absent in responses of former versions. */
  bytes: z.number().optional(),
  uploadedAt: z.iso.datetime().optional(),
  /** Pixels of the original file, upright; absent of files from before they were stored. */
  originalWidth: z.number().optional(),
  originalHeight: z.number().optional(),
});
export type UploadState = z.infer<typeof uploadState>;

/** Milliseconds as the text of an item's duration: 65000 gives "1:05", 3665000 gives "1:01:05". */
export const durationText = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0
    ? `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`
    : `${m}:${String(s).padStart(2, '0')}`;
};
