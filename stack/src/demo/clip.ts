import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Footage, Move } from './person.ts';
import { pictureFile } from './pictures.ts';

const WIDTH = 576;
const HEIGHT = 720;
const FRAMES_PER_SECOND = 25;

/** Returns the position of the window at `t` seconds, as ffmpeg expressions of the remaining space (iw-ow, ih-oh). */
const path = (move: Move, seconds: number): { x: string; y: string } => {
  const there = `(0.5-0.5*cos(PI*t/${seconds}))`;
  const along = (axis: 'w' | 'h', share: string) => `(i${axis}-o${axis})*${share}`;
  switch (move) {
    case 'right':
      return { x: along('w', there), y: along('h', '0.3') };
    case 'left':
      return { x: along('w', `(1-${there})`), y: along('h', '0.3') };
    case 'down':
      return { x: along('w', '0.5'), y: along('h', there) };
    case 'up':
      return { x: along('w', '0.5'), y: along('h', `(1-${there})`) };
    case 'across':
      return { x: along('w', there), y: along('h', `(1-${there})`) };
  }
};

/**
 * Returns ffmpeg's arguments for a slow pan over a picture: decoded once, repeated, and cropped by a moving window. A note adds a
 * quiet tone; without one the clip has no sound.
 * @param footage seconds: length of the clip; note: hertz
 * @param picture file, 4:5
 * @param output file ending in .mp4
 */
export const clipArguments = (
  { move, seconds, note }: Pick<Footage, 'move' | 'seconds' | 'note'>,
  picture: string,
  output: string,
): string[] => {
  const { x, y } = path(move, seconds);
  const roomy = move === 'across' ? 1.18 : 1.28;
  const size = [WIDTH, HEIGHT].map((side) => Math.round((side * roomy) / 2) * 2).join(':');
  const film = `scale=${size},loop=-1:1:0,setpts=N/${FRAMES_PER_SECOND}/TB,crop=${WIDTH}:${HEIGHT}:x='${x}':y='${y}'`;
  const tone =
    note === undefined
      ? []
      : ['-f', 'lavfi', '-i', `sine=frequency=${note}:sample_rate=44100,volume=0.05,tremolo=f=0.4:d=0.6`];
  return [
    '-hide_banner',
    '-loglevel',
    'error',
    '-nostdin',
    '-y',
    '-i',
    picture,
    ...tone,
    '-vf',
    film,
    '-t',
    String(seconds),
    '-r',
    String(FRAMES_PER_SECOND),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '22',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
    ...(note === undefined ? ['-an'] : ['-c:a', 'aac', '-b:a', '64k']),
    '-movflags',
    '+faststart',
    output,
  ];
};

/** Returns a file name that identifies the footage, so that equal footage is created once. */
const nameOf = ({ picture, move, seconds, note }: Pick<Footage, 'picture' | 'move' | 'seconds' | 'note'>) =>
  `${[picture, move, seconds, note ?? 'mute'].join('-')}.mp4`;

/**
 * Creates clips in a folder, each one once.
 * @returns a function from footage to its file; throws when ffmpeg is missing or fails
 */
export const createFilming = (folder: string) => {
  const films = new Map<string, Promise<string>>();
  return (footage: Pick<Footage, 'picture' | 'move' | 'seconds' | 'note'>): Promise<string> => {
    const file = join(folder, nameOf(footage));
    const film =
      films.get(file) ??
      promisify(execFile)('ffmpeg', clipArguments(footage, pictureFile(footage.picture), file)).then(() => file);
    films.set(file, film);
    return film;
  };
};
export type Filming = ReturnType<typeof createFilming>;
