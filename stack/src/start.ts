import { announce } from './announce.ts';
import { takeDataDir } from './data-dir.ts';
import { isFree } from './free-port.ts';
import { readInspected } from './inspect.ts';
import { endLeftovers } from './leftovers.ts';
import { createProgress } from './progress.ts';
import { readReplicas } from './replicas.ts';
import { readSettings } from './settings.ts';
import { createStack } from './stack.ts';
import { onStopRequest } from './stop-request.ts';

/** Options as typed. */
interface StartOptions {
  'no-demo'?: boolean;
  replicas?: string;
  inspect?: string;
}

/**
 * `npm start` and `npm run dev`: runs the stack until it is stopped.
 * @returns the exit code
 */
export const start = async (options: StartOptions, { dev }: { dev: boolean }): Promise<number> => {
  const demo = !options['no-demo'];
  const progress = createProgress();
  let giveBack = () => undefined as void;
  let stop = async () => undefined as void;
  const stopRequest = onStopRequest(progress.print);
  try {
    const settings = readSettings();
    const replicas = readReplicas(options.replicas);
    if (dev && replicas > 1)
      throw new Error('--replicas is for npm start: in development one process of each is watched.');
    const inspected = readInspected(options.inspect);
    giveBack = takeDataDir(settings.dataDir);
    if (endLeftovers(settings.dataDir) > 0) progress.print('✓ ended what an earlier stack had left running');
    if (!(await isFree(settings.port)))
      throw new Error(`Port ${settings.port} is in use. Choose another one: PORT=${settings.port + 1} npm start`);
    const stack = await createStack({ ...settings, progress, dev, demo, replicas, inspected });
    stop = stack.stop;
    const started = stack.start().then(() => true);
    if (await Promise.race([started, stopRequest.then(() => false)])) {
      announce({ ...settings, ...stack, demo });
      await stopRequest;
    } else started.catch(() => progress.print('stopped while it was starting'));
    return 0;
  } catch (error) {
    progress.failed(error);
    return 1;
  } finally {
    await stop();
    giveBack();
  }
};
