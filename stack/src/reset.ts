import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { stackRunningOn } from './data-dir.ts';
import { endLeftovers } from './leftovers.ts';
import { readSettings } from './settings.ts';

/** First files that a stack writes: a folder without them is not a stack's. */
const TRACES = ['first-port', 'secrets.json'];

const isAgreed = async (question: string): Promise<boolean> => {
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const response = await prompt.question(question);
  prompt.close();
  return /^(y|yes|o|oui)$/i.test(response.trim());
};

/**
 * `npm run reset`: empties the stack's folder.
 * @param yes whether to skip the prompt; there is none without a terminal either
 * @returns the exit code
 */
export const reset = async ({ yes = false }: { yes?: boolean }): Promise<number> => {
  const { dataDir } = readSettings();
  const running = stackRunningOn(dataDir);
  if (running) {
    process.stderr.write(`A stack is running on ${dataDir} (process ${running}): stop it first.\n`);
    return 1;
  }
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) {
    process.stdout.write(`Nothing to reset: ${dataDir} is empty.\n`);
    return 0;
  }
  if (!TRACES.some((name) => existsSync(join(dataDir, name)))) {
    process.stderr.write(`${dataDir} does not look like the data of a stack: nothing was removed.\n`);
    return 1;
  }
  if (!yes && process.stdin.isTTY && !(await isAgreed(`Remove everything in ${dataDir}? [y/N] `))) return 1;
  endLeftovers(dataDir);
  for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
  process.stdout.write(`${dataDir} is empty.\n`);
  return 0;
};
