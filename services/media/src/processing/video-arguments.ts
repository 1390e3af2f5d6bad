import type { AssetKind } from 'contracts/media';
import { RENDITIONS } from 'contracts/renditions';
import type { HlsVariant } from '../assets/hls-names.ts';

/** Limits above which a video is rejected. */
export const MAX_SECONDS = 4 * 60 * 60;
export const MAX_PIXELS = 4096 * 4096;
/** Length of a cover video, which loops without sound. */
export const COVER_SECONDS = 15;
const THREADS = '2';
const { longSidePx: LONG_SIDE, shortSidePx: SHORT_SIDE } = RENDITIONS['720.mp4'];
/** Duration of an HLS segment, which a player loads before it can switch variants. */
const SEGMENT_SECONDS = 6;
/** Arguments that align the segments of all variants. */
const KEY_FRAMES = ['-force_key_frames', `expr:gte(t,n_forced*${SEGMENT_SECONDS})`];

/**
 * Arguments to read a file only with the demuxer of its type, and only from disk, so that a playlist in it cannot reference other
 * files or the network.
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

/** Filter that limits the longer side, without enlarging; both sides are even, as the encoder requires. */
const FIT = [
  `scale=w='min(iw,if(gt(iw,ih),${LONG_SIDE},${SHORT_SIDE}))'`,
  `h='min(ih,if(gt(iw,ih),${SHORT_SIDE},${LONG_SIDE}))'`,
  'force_original_aspect_ratio=decrease',
  'force_divisible_by=2',
].join(':');

/**
 * Arguments for an MP4 that starts immediately (`moov` first), plays everywhere, and contains no metadata of location or author.
 */
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
/** Limits the variant to 620 kbit/s with audio, averaged over some seconds. */
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

/** Returns the HLS variants of an MP4, ordered so that players that measure bandwidth slowly start with the first. */
export const hlsVariants = ({ width, height }: { width: number; height: number }): HlsVariant[] =>
  Math.min(width, height) > SMALL_SIDE ? ['small', 'full'] : ['full'];

/**
 * Returns the arguments for one HLS variant of the MP4: a playlist, and one file with all segments.
 * @param file output path of that file
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

/** Arguments that select the most typical of several frames after the beginning, which is often black. */
export const frameArguments = (durationMs: number): { input: string[]; output: string[] } => ({
  input: [...inputArguments('mov'), '-ss', (Math.min(durationMs / 3, 2_000) / 1000).toFixed(3)],
  output: ['-map', '0:V:0', '-vf', 'thumbnail=50', '-frames:v', '1', '-f', 'image2', '-c:v', 'png'],
});
