/** What ffmpeg may open: real film containers from the disk. A playlist named .mp4 would make it read other files (recipes of ffmpeg's security page). */
export const INPUT_GUARD = ['-format_whitelist', 'mov,matroska', '-protocol_whitelist', 'file'] as const;

/** Seconds. */
export const COVER_SECONDS = 15;

interface FilmOptions {
  /** A cover plays silently and shortly. */
  cover: boolean;
}

/** The short side has at most 720 pixels, both sides are even, nothing is enlarged. */
const SCALE = "scale=w='if(gt(iw,ih),-2,trunc(min(720,iw)/2)*2)':h='if(gt(iw,ih),trunc(min(720,ih)/2)*2,-2)'";

/** Arguments for an MP4 that starts at once: H.264 and AAC, its index first, without metadata. */
export const filmArguments = ({ cover }: FilmOptions): string[] => [
  ...['-map', '0:v:0', ...(cover ? ['-an', '-t', String(COVER_SECONDS)] : ['-map', '0:a:0?', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'])],
  ...['-vf', SCALE, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-fpsmax', '60'],
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-threads', '2', '-max_muxing_queue_size', '1024', '-f', 'mp4'],
];

/** Second at which the poster is taken: early, but after a black beginning. */
export const posterSecond = (durationMs: number): number => Math.min(1, durationMs / 3000);
