import type { AssetKind } from 'contracts/media';
import { webpRenditionsOf } from 'contracts/renditions';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { convert, probe } from './ffmpeg.ts';
import { makePicture } from './picture.ts';
import type { Picture } from './picture.ts';
import { UnreadableMedia } from './unreadable-media.ts';
import { frameArguments, inputArguments, transcodeArguments } from './video-arguments.ts';

/** Under the half hour after which the broker takes an event back. */
const TRANSCODE_MS = 25 * 60_000;
const FRAME_MS = 60_000;

/** What is made of a video. */
export interface Video {
  /** Where the MP4 lies. */
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
  /** A folder for this work alone. */
  folder: string;
  signal: AbortSignal;
}

/** Makes the pictures of a video's poster from its MP4. */
export const makePoster = async ({
  path,
  durationMs,
  kind,
  folder,
  signal,
}: Omit<VideoJob, 'demuxer'> & { durationMs: number }): Promise<Picture> => {
  const frame = join(folder, 'frame.png');
  await convert({ from: path, to: frame, ...frameArguments(durationMs), signal, timeoutMs: FRAME_MS });
  // ffmpeg also succeeds where it finds no frame, and then writes nothing.
  await access(frame).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'ENOENT' ? new UnreadableMedia('no-picture', { cause }) : cause;
  });
  return makePicture(frame, webpRenditionsOf(kind));
};

/**
 * Makes a video's MP4 and the pictures of its poster.
 * @throws UnreadableMedia
 */
export const makeVideo = async ({ path, demuxer, kind, folder, signal }: VideoJob): Promise<Video> => {
  await probe(path, demuxer);
  const made = join(folder, 'video.mp4');
  await convert({
    from: path,
    to: made,
    input: inputArguments(demuxer),
    output: transcodeArguments(kind),
    signal,
    timeoutMs: TRANSCODE_MS,
  });
  const { width, height, durationMs } = await probe(made, 'mov');
  if (!durationMs) throw new UnreadableMedia('empty');
  const poster = await makePoster({ path: made, durationMs, kind, folder, signal });
  return { path: made, width, height, durationMs, poster };
};
