import ffmpeg from 'fluent-ffmpeg';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { UnreadableMedia } from './unreadable-media.ts';
import { MAX_PIXELS, MAX_SECONDS, probeArguments } from './video-arguments.ts';

const run = promisify(execFile);
const PROBE_MS = 20_000;
/** Other work of the machine goes first. */
const NICENESS = 10;

const probed = z.object({
  format: z.object({ duration: z.coerce.number().optional() }),
  streams: z.array(z.object({ codec_type: z.string().optional(), width: z.number().optional(), height: z.number().optional(), disposition: z.object({ attached_pic: z.number() }).partial().optional() })),
});

export interface VideoFacts {
  width: number;
  height: number;
  /** Null where the file does not say (a recording of a browser, for example). */
  durationMs: number | null;
}

/**
 * What a video says of itself.
 * @throws UnreadableMedia when it is none, or beyond the limits
 */
export const probe = async (path: string, demuxer: string): Promise<VideoFacts> => {
  const { stdout } = await run('ffprobe', probeArguments(demuxer, path), { timeout: PROBE_MS, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024 }).catch((error: unknown) => {
    // An exit code is ffprobe's verdict; no code at all is a missing ffprobe or a full machine.
    const { code, killed } = error as { code?: unknown; killed?: boolean };
    if (typeof code === 'number' || killed || code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') throw new UnreadableMedia('video', { cause: error });
    throw error;
  });
  const { format, streams } = probed.parse(JSON.parse(stdout));
  const video = streams.find(({ codec_type: type, disposition }) => type === 'video' && !disposition?.attached_pic);
  const { width = 0, height = 0 } = video ?? {};
  if (width <= 0 || height <= 0) throw new UnreadableMedia('no-picture');
  if (width * height > MAX_PIXELS) throw new UnreadableMedia('too-many-pixels');
  if (format.duration !== undefined && format.duration > MAX_SECONDS) throw new UnreadableMedia('too-long');
  return { width, height, durationMs: format.duration === undefined ? null : Math.round(format.duration * 1000) };
};

interface Conversion {
  from: string;
  to: string;
  input: readonly string[];
  output: readonly string[];
  /** Ends it; then it throws the signal's reason. */
  signal: AbortSignal;
  timeoutMs: number;
}

/** What ffmpeg says of the machine, not of the file. */
const MACHINE_FAULT = /No space left on device|Cannot allocate memory|Input\/output error|Permission denied|Disk quota exceeded/;

/**
 * Runs ffmpeg from one file to another.
 * @throws UnreadableMedia when it cannot read the file, or not in time
 */
export const convert = async ({ from, to, input, output, signal, timeoutMs }: Conversion): Promise<void> => {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const ending = AbortSignal.any([signal, timeout]);
  const command = ffmpeg(from, { niceness: NICENESS })
    .inputOptions(...input)
    .outputOptions(...output)
    .output(to);
  const kill = () => command.kill('SIGKILL');
  await new Promise<void>((resolve, reject) => {
    command
      // It may have been ended before there was a process to kill.
      .on('start', () => (ending.aborted ? kill() : ending.addEventListener('abort', kill)))
      .on('end', () => resolve())
      .on('error', (error: Error, _stdout: string | null, stderr: string | null) => {
        if (signal.aborted) return reject(signal.reason);
        if (timeout.aborted) return reject(new UnreadableMedia('too-slow'));
        const isVerdict = error.message.includes('exited with code') && !MACHINE_FAULT.test(stderr ?? '');
        reject(isVerdict ? new UnreadableMedia('video', { cause: error }) : error);
      })
      .run();
  }).finally(() => ending.removeEventListener('abort', kill));
};
