import { PROCESS_NAMES } from './processes.ts';
import type { ProcessName } from './processes.ts';

/** Node's default, which debuggers try first. */
export const INSPECTOR = '127.0.0.1:9229';

/** Processes that Node runs from their sources. */
const DEBUGGABLE = PROCESS_NAMES.filter((name) => !/^mf-|^front-ends$/.test(name));

/**
 * Returns the process that `npm run dev -- --inspect <process>` runs under the debugger; null without the option.
 * @throws when there is no such process
 */
export const readInspected = (option: string | undefined): ProcessName | null => {
  if (option === undefined) return null;
  const found = DEBUGGABLE.find((name) => name === option);
  if (!found) throw new Error(`--inspect ${option}: give one of ${DEBUGGABLE.join(', ')}.`);
  return found;
};
