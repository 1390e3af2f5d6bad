import type { AssetKind } from 'contracts/media';
import { webpRenditionsOf } from 'contracts/renditions';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { convert, probe } from './ffmpeg.ts';
import { makePicture } from './picture.ts';
import type { Picture } from './picture.ts';
import { UnreadableMedia } from './unreadable-media.ts';
import { frameArguments, inputArguments, transcodeArguments } from './video-arguments.ts';

/** Shorter than the half hour after which the broker redelivers an event. */
const TRANSCODE_MS = 25 * 60_000;
const FRAME_MS = 60_000;

/** Result of processing a video. */
export interface Video {
  /** Path of the MP4. */
  path: string;
  width: number;
  height: number;
  durationMs: number;
  poster: Picture;
}

interface VideoJob {
  path: string;
  demuxer: string;
  kind: AssetKind;
  /** Folder used only by this job. */
  folder: string;
  signal: AbortSignal;
}

/** Creates the pictures of a video's poster from its MP4. */
export const makePoster = async ({
  path,
  durationMs,
  kind,
  folder,
  signal,
}: Omit<VideoJob, 'demuxer'> & { durationMs: number }): Promise<Picture> => {
  const frame = join(folder, 'frame.png');
  await convert({ from: path, to: frame, ...frameArguments(durationMs), signal, timeoutMs: FRAME_MS });
  // ffmpeg also succeeds without writing a file when it finds no frame.
  await access(frame).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new UnreadableMedia('no-picture', { cause }) : cause;
  });
  return makePicture(frame, webpRenditionsOf(kind));
};

/**
 * Creates a video's MP4 and the pictures of its poster.
 * @throws UnreadableMedia
 */
export const makeVideo = async ({ path, demuxer, kind, folder, signal }: VideoJob): Promise<Video> => {
  await probe(path, demuxer);
  const outputPath = join(folder, 'video.mp4');
  await convert({
    from: path,
    to: outputPath,
    input: inputArguments(demuxer),
    output: transcodeArguments(kind),
    signal,
    timeoutMs: TRANSCODE_MS,
  });
  const { width, height, durationMs } = await probe(outputPath, 'mov');
  if (!durationMs) throw new UnreadableMedia('empty');
  const poster = await makePoster({ path: outputPath, durationMs, kind, folder, signal });
  return { path: outputPath, width, height, durationMs, poster };
};
