import { readFileSync } from 'node:fs';

/** Reads the stack.json of the stack that `npm start` runs here; null without one. */
export const readStack = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
};

/** Measures the resident memory of each process of a local stack, in MB; processes that cannot be read are left out. */
export const memoryOf = (stack) =>
  Object.fromEntries(
    Object.entries(stack?.processes ?? {}).flatMap(([name, { pid }]) => {
      try {
        const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        return kilobytes ? [[name, Math.round(Number(kilobytes) / 1024)]] : [];
      } catch {
        return [];
      }
    }),
  );
