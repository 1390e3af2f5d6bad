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
export const readInspected = (given: string | undefined): ProcessName | null => {
  if (given === undefined) return null;
  const found = DEBUGGABLE.find((name) => name === given);
  if (!found) throw new Error(`--inspect ${given}: give one of ${DEBUGGABLE.join(', ')}.`);
  return found;
};
