import type { AssetKind } from 'contracts/media';
import { RENDITIONS } from 'contracts/renditions';
import type { HlsVariant } from '../assets/hls-names.ts';

/** A video that is longer or larger than this is refused. */
export const MAX_SECONDS = 4 * 60 * 60;
export const MAX_PIXELS = 4096 * 4096;
/** Seconds of a cover video, which plays again and again without sound. */
export const COVER_SECONDS = 15;
const THREADS = '2';
const { longSidePx: LONG_SIDE, shortSidePx: SHORT_SIDE } = RENDITIONS['720.mp4'];
/** Seconds of a segment of HLS: what a player fetches before it may go on with another variant. */
const SEGMENT_SECONDS = 6;
/** Arguments that begin every segment at the same times, in whatever variant. */
const KEY_FRAMES = ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`];

/**
 * Arguments by which a file is read: by the demuxer of its type alone and from the disk alone, so that no playlist in it
 * leads to other files or to the network.
 */
const readArguments = (demuxer: string): string[] => ['-protocol_whitelist', 'file', '-format_whitelist', demuxer];

export const probeArguments = (demuxer: string, path: string): string[] => [
  '-v',
  'error',
  ...readArguments(demuxer),
  '-print_format',
  'json',
  '-show_format',
  '-show_streams',
  '-i',
  path,
];

export const inputArguments = (demuxer: string): string[] => [
  '-nostdin',
  '-v',
  'error',
  '-threads',
  THREADS,
  '-max_pixels',
  String(MAX_PIXELS),
  ...readArguments(demuxer),
];

/** Upright pictures keep their longer side upright; nothing is enlarged; both sides even, as the encoder requires. */
const FIT = [
  `scale=w='min(iw,if(gt(iw,ih),${LONG_SIDE},${SHORT_SIDE}))'`,
  `h='min(ih,if(gt(iw,ih),${SHORT_SIDE},${LONG_SIDE}))'`,
  'force_original_aspect_ratio=decrease',
  'force_divisible_by=2',
].join(':');

/** An MP4 that starts at once (`moov` first), plays everywhere, and carries no metadata of place or author. */
export const transcodeArguments = (kind: AssetKind): string[] => [
  ...[
    '-map',
    '0:V:0',
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    '-map_metadata:s',
    '-1',
    '-map_chapters',
    '-1',
    '-fflags',
    '+bitexact',
  ],
  ...(kind === 'cover-video'
    ? ['-an', '-t', String(COVER_SECONDS)]
    : ['-map', '0:a:0?', '-t', String(MAX_SECONDS), '-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']),
  ...[
    '-vf',
    `${FIT},format=yuv420p`,
    '-fpsmax',
    '60',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-profile:v',
    'high',
    ...KEY_FRAMES,
    '-threads',
    THREADS,
  ],
  ...['-movflags', '+faststart', '-f', 'mp4'],
];

const { shortSidePx: SMALL_SIDE } = RENDITIONS['hls.m3u8'];
/** 620 kbit/s at most with its sound, on an average of some seconds. */
const SMALL = [
  ...[
    '-vf',
    `scale=w='if(gt(iw,ih),-2,${SMALL_SIDE})':h='if(gt(iw,ih),${SMALL_SIDE},-2)'`,
    '-fpsmax',
    '30',
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '25',
  ],
  ...[
    '-maxrate',
    '520k',
    '-bufsize',
    '1040k',
    '-profile:v',
    'main',
    ...KEY_FRAMES,
    '-threads',
    THREADS,
    '-c:a',
    'aac',
    '-b:a',
    '96k',
  ],
];

/** Returns the HLS variants of an MP4, ordered so that players that are slow to measure their line start on the first. */
export const hlsVariants = ({ width, height }: { width: number; height: number }): HlsVariant[] =>
  Math.min(width, height) > SMALL_SIDE ? ['small', 'full'] : ['full'];

/**
 * One variant of HLS from our MP4, as a playlist and one file of all its segments.
 * @param file where that file goes
 */
export const hlsArguments = (variant: HlsVariant, file: string): string[] => [
  ...[
    '-map',
    '0:V:0',
    '-map',
    '0:a:0?',
    ...(variant === 'full' ? ['-c', 'copy'] : SMALL),
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
  ],
  ...[
    '-f',
    'hls',
    '-hls_time',
    String(SEGMENT_SECONDS),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    '-hls_flags',
    'single_file',
    '-hls_segment_filename',
    file,
  ],
];

/** The most typical of some frames after the beginning, which is often black. */
export const frameArguments = (durationMs: number): { input: string[]; output: string[] } => ({
  input: [...inputArguments('mov'), '-ss', (Math.min(durationMs / 3, 2_000) / 1000).toFixed(3)],
  output: ['-map', '0:V:0', '-vf', 'thumbnail=50', '-frames:v', '1', '-f', 'image2', '-c:v', 'png'],
});
