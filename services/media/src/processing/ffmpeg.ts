import ffmpeg from 'fluent-ffmpeg';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UnreadableMedia } from './unreadable-media.ts';
import { probeArguments } from './video-arguments.ts';
import { isVerdictOnFile, MACHINE_FAULT, videoFactsOf } from './video-facts.ts';
import type { VideoFacts } from './video-facts.ts';

const run = promisify(execFile);
const PROBE_MS = 20_000;
/** Gives other work of the machine priority. */
const NICENESS = 10;

/**
 * Returns the facts of a video.
 * @throws UnreadableMedia when the file is no video, or exceeds the limits
 */
export const probe = async (path: string, demuxer: string): Promise<VideoFacts> => {
  const { stdout } = await run('ffprobe', probeArguments(demuxer, path), {
    timeout: PROBE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 1024 * 1024,
  }).catch((error: unknown) => {
    throw isVerdictOnFile(error as object) ? new UnreadableMedia('video', { cause: error }) : error;
  });
  return videoFactsOf(stdout);
};

interface Conversion {
  from: string;
  to: string;
  input: readonly string[];
  output: readonly string[];
  /** Aborts the conversion, which then throws the signal's reason. */
  signal: AbortSignal;
  timeoutMs: number;
}

/**
 * Converts a file with ffmpeg.
 * @throws UnreadableMedia when ffmpeg cannot read the file, or not in time
 */
export const convert = async ({ from, to, input, output, signal, timeoutMs }: Conversion): Promise<void> => {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const interruption = AbortSignal.any([signal, timeout]);
  const command = ffmpeg(from, { niceness: NICENESS })
    .inputOptions(...input)
    .outputOptions(...output)
    .output(to);
  const kill = () => command.kill('SIGKILL');
  await new Promise<void>((resolve, reject) => {
    command
      // The signal may have been aborted before there was a process to kill.
      .on('start', () => (interruption.aborted ? kill() : interruption.addEventListener('abort', kill)))
      .on('end', () => resolve())
      .on('error', (error: Error, _stdout: string | null, stderr: string | null) => {
        if (signal.aborted) return reject(signal.reason as Error);
        if (timeout.aborted) return reject(new UnreadableMedia('too-slow'));
        const isVerdict = error.message.includes('exited with code') && !MACHINE_FAULT.test(stderr ?? '');
        reject(isVerdict ? new UnreadableMedia('video', { cause: error }) : error);
      })
      .run();
  }).finally(() => interruption.removeEventListener('abort', kill));
};
