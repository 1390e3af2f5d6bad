import ffmpeg from 'fluent-ffmpeg';
import type { FfprobeData } from 'fluent-ffmpeg';
import { filmArguments, INPUT_GUARD, posterSecond } from './video-arguments.ts';

/** Seconds; pixels of a side. */
const MAX_SECONDS = 4 * 60 * 60;
const MAX_SIDE = 4096;
/** Seconds that making one film may take. */
const TIME_LIMIT = 60 * 60;

/** A film that cannot be read, or is beyond the bounds. */
export class UnreadableFilm extends Error {}

export interface FilmFacts {
  durationMs: number;
  width: number;
  height: number;
}

/**
 * Reads a film's measures without decoding it.
 * @throws UnreadableFilm
 */
export const probeFilm = async (file: string): Promise<FilmFacts> => {
  const { format, streams } = await new Promise<FfprobeData>((resolve, reject) => {
    ffmpeg.ffprobe(file, [...INPUT_GUARD], (error: unknown, data) => (error ? reject(new UnreadableFilm('the film cannot be read', { cause: error })) : resolve(data)));
  });
  const stream = streams.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic);
  const seconds = Number(format.duration ?? stream?.duration);
  const { width = 0, height = 0 } = stream ?? {};
  if (width < 2 || height < 2 || !(seconds > 0)) throw new UnreadableFilm('there is no film in the file');
  if (seconds > MAX_SECONDS || Math.max(width, height) > MAX_SIDE) throw new UnreadableFilm('the film is too long or too large');
  return { durationMs: Math.round(seconds * 1000), width, height };
};

const runFfmpeg = (file: string, output: string, before: readonly string[], after: readonly string[], signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const command = ffmpeg(file, { timeout: TIME_LIMIT }).inputOptions('-nostdin', ...INPUT_GUARD, ...before).outputOptions(...after).output(output);
    const stop = () => command.kill('SIGKILL');
    const settle = (done: () => void) => {
      signal?.removeEventListener('abort', stop);
      done();
    };
    command.on('end', () => settle(resolve));
    command.on('error', (error: Error) => settle(() => reject(signal?.aborted ? (signal.reason as Error) : new UnreadableFilm('the film cannot be made', { cause: error }))));
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop);
    command.run();
  });

/**
 * Makes the MP4 that browsers play.
 * @throws UnreadableFilm; the signal's reason when it was stopped
 */
export const makeFilm = (file: string, output: string, { cover, signal }: { cover: boolean; signal?: AbortSignal }): Promise<void> => runFfmpeg(file, output, [], filmArguments({ cover }), signal);

/** Takes one picture of a film, as PNG. */
export const takePoster = (file: string, output: string, durationMs: number, signal?: AbortSignal): Promise<void> =>
  runFfmpeg(file, output, ['-ss', String(posterSecond(durationMs))], ['-map', '0:v:0', '-frames:v', '1', '-f', 'image2', '-c:v', 'png'], signal);
