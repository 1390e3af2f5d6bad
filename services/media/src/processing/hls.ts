import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RENDITIONS } from 'contracts/renditions';
import type { NewFile } from '../assets/file-store.ts';
import { HLS_RENDITION, PLAYLIST_TYPE, variantFile, variantPlaylist } from '../assets/hls-names.ts';
import { convert, probe } from './ffmpeg.ts';
import { masterPlaylist } from './hls-playlists.ts';
import type { MadeVariant } from './hls-playlists.ts';
import { hlsArguments, hlsVariants, inputArguments } from './video-arguments.ts';
import type { Video } from './video.ts';

const { minDurationMs, maxSourceBytes } = RENDITIONS[HLS_RENDITION];
/** Enough for the boxes before the first segment. */
const HEAD_BYTES = 4_096;

/** Whether an MP4 of this duration and size gets HLS. */
export const hasHls = ({ durationMs, bytes }: { durationMs: number; bytes: number }): boolean =>
  durationMs >= minDurationMs && bytes <= maxSourceBytes;

interface HlsJob {
  video: Pick<Video, 'path' | 'width' | 'height' | 'durationMs'>;
  /** Folder used only by this job. */
  folder: string;
  signal: AbortSignal;
  timeoutMs: number;
}

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const playlistFile = (name: string, text: string): NewFile => {
  const content = Buffer.from(text);
  return { name, contentType: PLAYLIST_TYPE, bytes: content.byteLength, content };
};

/**
 * Creates the HLS files of a video's MP4; none when it is too short or too large.
 * @throws the cause of a failure, or the signal's reason; the MP4 is not modified
 */
export const makeHls = async ({ video, folder, signal, timeoutMs }: HlsJob): Promise<NewFile[]> => {
  if (!hasHls({ durationMs: video.durationMs, bytes: (await stat(video.path)).size })) return [];
  const deadline = performance.now() + timeoutMs;
  const variants: MadeVariant[] = [];
  const files: NewFile[] = [];
  for (const variant of hlsVariants(video)) {
    const [name, fileName] = [variantPlaylist(variant), variantFile(variant)];
    const [list, file] = [join(folder, name), join(folder, fileName)];
    await convert({
      from: video.path,
      to: list,
      input: inputArguments('mov'),
      output: hlsArguments(variant, file),
      signal,
      timeoutMs: Math.max(0, Math.round(deadline - performance.now())),
    });
    const text = await readFile(list, 'utf8');
    variants.push({ ...(await probe(file, 'mov')), name, playlist: text, head: await headOf(file) });
    files.push(
      { name: fileName, contentType: 'video/mp4', bytes: (await stat(file)).size, content: { path: file } },
      playlistFile(name, text),
    );
  }
  return [...files, playlistFile(HLS_RENDITION, masterPlaylist(variants))];
};
