import { readFileSync } from 'node:fs';

/** The stack that `npm start` runs here, or null. */
export const readStack = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
};

/** Resident memory of each process of a local stack, in MB; those that cannot be read are left out. */
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
