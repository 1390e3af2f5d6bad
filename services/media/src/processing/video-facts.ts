import { z } from 'zod';
import { UnreadableMedia } from './unreadable-media.ts';
import { MAX_PIXELS, MAX_SECONDS } from './video-arguments.ts';

const probed = z.object({
  format: z.object({ duration: z.coerce.number().optional() }),
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
      disposition: z.object({ attached_pic: z.number() }).partial().optional(),
    }),
  ),
});

export interface VideoFacts {
  /** Width in pixels, upright. */
  width: number;
  height: number;
  /** Null when the file does not state it (a browser's recording, for example). */
  durationMs: number | null;
}

/** @throws UnreadableMedia when ffprobe has exited without a valid report */
const read = (output: string): z.output<typeof probed> => {
  try {
    return probed.parse(JSON.parse(output));
  } catch (cause) {
    throw new UnreadableMedia('no-facts', { cause });
  }
};

/**
 * Parses the facts of a video.
 * @param output JSON written by ffprobe
 * @throws UnreadableMedia when the facts are missing, the file is no video, or it exceeds the limits
 */
export const videoFactsOf = (output: string): VideoFacts => {
  const { format, streams } = read(output);
  const video = streams.find(({ codec_type: type, disposition }) => type === 'video' && !disposition?.attached_pic);
  const { width = 0, height = 0, side_data_list: sideData = [] } = video ?? {};
  if (width <= 0 || height <= 0) throw new UnreadableMedia('no-picture');
  if (width * height > MAX_PIXELS) throw new UnreadableMedia('too-many-pixels');
  if (format.duration !== undefined && format.duration > MAX_SECONDS) throw new UnreadableMedia('too-long');
  const isOnItsSide = sideData.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return {
    ...(isOnItsSide ? { width: height, height: width } : { width, height }),
    durationMs: format.duration === undefined ? null : Math.round(format.duration * 1000),
  };
};

interface Ending {
  code?: unknown;
  signal?: string | null;
  /** Whether the process was killed after its timeout. */
  killed?: boolean;
  stderr?: string;
}

/** Matches errors of ffmpeg and ffprobe caused by the machine, not by the file. */
export const MACHINE_FAULT =
  /No space left on device|Cannot allocate memory|Input\/output error|Permission denied|Disk quota exceeded|No such file or directory|Too many open files|Read-only file system/;

/** Signals that stop the whole process group, including ffprobe. */
const STOPS: readonly unknown[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Whether a failure of ffprobe is caused by the file: it was rejected, or was too much for ffprobe (timeout, too long a report,
 * crash, memory). A process that did not start, was stopped together with ours, or could not read the file from disk does not
 * count.
 */
export const isVerdictOnFile = ({ code, signal, killed, stderr = '' }: Ending): boolean =>
  (typeof code === 'number' && !MACHINE_FAULT.test(stderr)) ||
  killed === true ||
  code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' ||
  (typeof signal === 'string' && !STOPS.includes(signal));
