import { z } from 'zod';
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from './limits.ts';
import { slugShape } from './slugs.ts';

/** Purposes of an uploaded file. The first three are items of a model's lists; the others are public. */
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
 * Resumable uploads (tus 1.0.0): an addition to the specified upload calls, for all kinds of files, meant for videos.
 * - POST RESUMABLE_PATH creates an upload, with the headers `Authorization: Bearer ...`, `Tus-Resumable: 1.0.0`, `Upload-Length`
 *   (checked immediately: 413 FILE_TOO_LARGE) and `Upload-Metadata` (`resumableMetadata`). It responds 201 with `Location`, a path.
 * - PATCH sends a part starting at `Upload-Offset`, HEAD returns the offset, DELETE aborts the upload; each only for the viewer who
 *   created it, with any current token of that viewer.
 * - The PATCH with the last byte responds 200 with the body `resumableResponse`, once the file has become an asset like one of an
 *   ordinary upload. The header RESUMABLE_RESULT_HEADER carries the same JSON, also in responses to a later HEAD, for clients that
 *   lost the response (tus-js-client passes either response to `onSuccess`).
 * - Errors have the usual body and the codes of an ordinary upload: INVALID_FILE_TYPE with the last byte; FORBIDDEN,
 *   VALIDATION_FAILED and the quotas on creation: 429 TOO_MANY_UPLOADS while the sender has other unfinished uploads. 404
 *   FILE_NOT_FOUND: unknown, aborted, older than RESUMABLE_HOURS, or idle for an hour when the sender's quota was needed. 409
 *   UPLOAD_CONFLICT: the offset differs from the server's (HEAD returns it); 423 UPLOAD_BUSY: another request is still writing. 412
 *   UPLOAD_VERSION_UNSUPPORTED: Tus-Resumable is missing or is not the `Tus-Version` of the response.
 */
export const RESUMABLE_PATH = '/api/upload/resumable';
/** Size of one PATCH. */
export const RESUMABLE_CHUNK_BYTES = 8 * 1024 * 1024;
/** Age at which an unfinished upload is deleted. */
export const RESUMABLE_HOURS = 24;
/** Header with the JSON of `resumableResponse`, in ASCII. */
export const RESUMABLE_RESULT_HEADER = 'upload-result';

/** Purposes of a resumable upload; `cover` becomes a video or an image depending on `filetype`. */
export const RESUMABLE_FILE_TYPES = ['photos', 'videos', 'lives', 'avatar', 'cover'] as const;
export type ResumableFileType = (typeof RESUMABLE_FILE_TYPES)[number];

/**
 * Upload-Metadata. The sender states `filename` and `filetype`: the type decides what `cover` becomes, and the name is shown to the
 * file's owner (docs/domain.md#original-file-names).
 */
export const resumableMetadata = z.object({
  fileType: z.enum(RESUMABLE_FILE_TYPES),
  modelSlug: slugShape,
  filename: z.string().max(255).optional(),
  filetype: z.string().max(100).optional(),
});
export type ResumableMetadata = z.infer<typeof resumableMetadata>;

/** Returns the kind of asset that a resumable upload becomes. */
export const resumableKind = ({
  fileType,
  filetype = '',
}: Pick<ResumableMetadata, 'fileType' | 'filetype'>): AssetKind => {
  if (fileType === 'avatar') return 'avatar';
  if (fileType === 'cover') return filetype.startsWith('video/') ? 'cover-video' : 'cover-image';
  return FILE_TYPES[fileType];
};

/** Response to a finished resumable upload, the same as that of `uploadFile`. */
export const resumableResponse = z.object({ filename: z.string(), filePath: z.string() });
export type ResumableResponse = z.infer<typeof resumableResponse>;
/** Progress of a resumable upload, in bytes; `result` is present once it is finished. */
export const resumableProgress = z.object({
  offset: z.number(),
  length: z.number(),
  result: resumableResponse.nullable(),
});

/** Returns the maximum size of a file of this kind. */
export const maxBytes = (kind: AssetKind): number => (isVideoKind(kind) ? VIDEO_MAX_BYTES : IMAGE_MAX_BYTES);

/**
 * Paths of the files that media serves (docs/domain.md#locked-content). `public` and `blur` need no signature; `items` serves
 * unlocked items, and locked ones with a signature; `private` serves the pictures of hidden models to viewers who may edit them
 * (docs/domain.md#publication); `originals` serves uploaded files with a signature, to the same viewers (docs/domain.md#originals).
 */
export const publicPath = (assetId: string, rendition: string): string => `/uploads/public/${assetId}/${rendition}`;
/** Returns the path of a rendition of a hidden model, for viewers who may edit the model. */
export const privatePath = (assetId: string, rendition: string): string => `/uploads/private/${assetId}/${rendition}`;
/** Returns the path of a file as it was uploaded. */
export const originalPath = (assetId: string): string => `/uploads/originals/${assetId}`;
/** Returns the path of an item's rendition. */
export const itemPath = (assetId: string, rendition: string): string => `/uploads/items/${assetId}/${rendition}`;
/** Returns the path of the blurred picture of a hidden model's item, for viewers who may edit the model. */
export const privateBlurPath = (blurId: string): string => `/uploads/private/blur/${blurId}.webp`;
/** Returns the path of an item's blurred picture. */
export const blurPath = (blurId: string): string => `/uploads/blur/${blurId}.webp`;

/** Returns the filename of an item: the asset's id with its extension. */
export const filenameOf = (assetId: string, kind: AssetKind): string =>
  `${assetId}.${isVideoKind(kind) ? 'mp4' : 'webp'}`;
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** Returns the asset id in an item's filename, or null when the filename is not one of the platform's. */
export const assetIdOfFilename = (filename: string): string | null =>
  new RegExp(`^(${UUID})\\.(?:webp|mp4)$`).exec(filename)?.[1] ?? null;
/** Returns the asset id in the path of a picture's rendition (with or without a version), or null. */
export const assetIdOfPublicPath = (path: string): string | null =>
  new RegExp(`^/uploads/(?:public|private)/(${UUID})/[\\w-]+\\.(?:webp|mp4)(?:\\?v=\\d+)?$`).exec(path)?.[1] ?? null;
/** Returns the path of the same public picture at another width, for srcset; the version is preserved. */
export const atWidth = (path: string, width: number): string =>
  path.replace(/\/(poster-)?\d+\.webp(?=\?|$)/, (_, poster: string | undefined) => `/${poster ?? ''}${width}.webp`);

export const ASSET_STATES = ['processing', 'ready', 'failed'] as const;
export type AssetState = (typeof ASSET_STATES)[number];

/** Reason in `asset.failed` when workers crashed repeatedly while they processed the video. */
export const ENDED_ITS_WORKER = 'ended its worker';
/** Causes of a failed file that the panel distinguishes. */
export const ASSET_FAILURES = ['unreadable', 'ended-its-worker'] as const;
/** Returns the cause for the panel from the reason of `asset.failed`. */
export const assetFailureOf = (reason: string): (typeof ASSET_FAILURES)[number] =>
  reason === ENDED_ITS_WORKER ? 'ended-its-worker' : 'unreadable';

/** State of one upload, for the panel that waits for its renditions. duration: "m:ss" or null. */
export const uploadState = z.object({
  filename: z.string(),
  state: z.enum(ASSET_STATES),
  /** Present only with `failed`. */
  failure: z.enum(ASSET_FAILURES).optional(),
  filePath: z.string(),
  image: z.string().nullable(),
  duration: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  placeholder: z.string().nullable(),
  /** HLS of the same film, when it exists. */
  hls: z.string().optional(),
  /** Original name of the file (docs/domain.md#original-file-names). */
  originalName: z.string().optional(),
  /** Size of the original file. This and `uploadedAt` are absent in responses of former versions. */
  bytes: z.number().optional(),
  uploadedAt: z.iso.datetime().optional(),
  /** Size in pixels of the original file, upright; absent for files stored before sizes were. */
  originalWidth: z.number().optional(),
  originalHeight: z.number().optional(),
});
export type UploadState = z.infer<typeof uploadState>;

/** Formats milliseconds as an item's duration: 65000 gives "1:05", 3665000 gives "1:01:05". */
export const durationText = (milliseconds: number): string => {
  const seconds = Math.round(milliseconds / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0
    ? `${h}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}`
    : `${m}:${String(s).padStart(2, '0')}`;
};
