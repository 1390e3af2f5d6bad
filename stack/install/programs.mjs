import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'];

/** Path of a program, or undefined where it is not installed. */
export const findProgram = (name) =>
  FOLDERS.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));

/** Best first: the headless shell has no windows, and takes two thirds of the processor's time (docs/testing.md#where-the-time-goes). */
const CHROMIUMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Path of the Chromium that journeys and benches drive: CHROMIUM_PATH, else the best that is installed; undefined: none is. */
export const findChromium = () =>
  process.env.CHROMIUM_PATH || CHROMIUMS.map(findProgram).find((program) => program !== undefined);
