import { stat } from 'node:fs/promises';
import { isVideoKind } from 'contracts/media';
import { RENDITIONS, webpRenditionsOf } from 'contracts/renditions';
import type { RenditionName } from 'contracts/renditions';
import { ORIGINAL } from '../assets/asset.ts';
import type { Asset, AssetResult } from '../assets/asset.ts';
import type { NewFile } from '../assets/file-store.ts';
import type { StoredFile } from '../assets/file.repository.ts';
import { HLS_RENDITION, isHlsName } from '../assets/hls-names.ts';
import { makeHls } from '../processing/hls.ts';
import { demuxerOf } from '../processing/media-types.ts';
import { pictureFiles } from '../processing/picture-files.ts';
import { makePicture } from '../processing/picture.ts';
import { UnreadableMedia } from '../processing/unreadable-media.ts';
import { makePoster, makeVideo } from '../processing/video.ts';

/** Longer than the worker's timeout, since no broker waits for this work. */
const HLS_TIMEOUT_MS = 60 * 60_000;
const VIDEO = '720.mp4' satisfies RenditionName;

/** Returns the name of the file from which missing renditions are created: a video's own MP4 if it exists. */
export const sourceNameOf = ({ kind }: Pick<Asset, 'kind'>, missing: readonly RenditionName[]): string =>
  isVideoKind(kind) && !missing.includes(VIDEO) ? VIDEO : ORIGINAL;

interface Job {
  asset: Asset & { result: AssetResult };
  missing: readonly RenditionName[];
  source: StoredFile;
  /** Local path of the source. */
  path: string;
  /** Folder used only by this job. */
  folder: string;
  signal: AbortSignal;
}

const videoFiles = async ({ asset, missing, source, path, folder, signal }: Job): Promise<NewFile[]> => {
  const { kind } = asset;
  const demuxer = demuxerOf(source.contentType);
  if (demuxer === null) throw new UnreadableMedia('type');
  const isVideoMissing = source.name === ORIGINAL;
  const video = isVideoMissing
    ? await makeVideo({ path, demuxer, kind, folder, signal })
    : { ...asset.result, path, durationMs: asset.result.durationMs ?? 0 };
  const isPictureMissing = missing.some((name) => RENDITIONS[name].format === 'webp');
  const poster = isPictureMissing ? await makePoster({ ...video, kind, folder, signal }) : null;
  const hls = missing.includes(HLS_RENDITION)
    ? await makeHls({ video, folder, signal, timeoutMs: HLS_TIMEOUT_MS })
    : [];
  return [
    ...(poster ? pictureFiles(poster) : []),
    ...hls,
    // Last, because storing it moves it instead of copying.
    ...(isVideoMissing
      ? [{ name: VIDEO, contentType: 'video/mp4', bytes: (await stat(video.path)).size, content: { path: video.path } }]
      : []),
  ];
};

/**
 * Creates the missing renditions of an asset like for a new upload.
 * @throws UnreadableMedia when the source cannot be read; the signal's reason
 */
export const makeRenditionFiles = async (job: Job): Promise<NewFile[]> => {
  const { asset, missing, path } = job;
  const files = isVideoKind(asset.kind)
    ? await videoFiles(job)
    : pictureFiles(await makePicture(path, webpRenditionsOf(asset.kind)));
  return files.filter(({ name }) => missing.some((one) => one === (isHlsName(name) ? HLS_RENDITION : name)));
};
