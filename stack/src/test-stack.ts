import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './child.ts';
import { repository } from './folders.ts';
import { createPortBlock } from './free-port.ts';
import { removeWithUs } from './reaper.ts';
import { waitUntil } from './wait-until.ts';

/** Long, because a first start builds the front ends and prepares the demo data's videos. */
const READY_TIMEOUT_MS = 10 * 60_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * Raises the rate limits: all requests come from one address, so hostile input would be rejected before it reaches a service, and
 * the number of accepted requests would depend on the machine's speed. The gateway's tests cover the limits.
 */
const WITHOUT_LIMITS = { RATE_LIMIT_FACTOR: '1000' };

/**
 * Runs a separate platform without rate limits: free ports, a temporary folder, and private servers whatever the environment names.
 * @param demo whether to load the demo data
 * @param replicas number of replicas of each process
 * @param environment further settings of the stack
 * @returns its address, its stack.json, and functions that restart it on the same data and stop it
 * @throws when it does not start; the message contains the end of its output
 */
export const startStack = async ({
  demo = true,
  replicas = 1,
  environment: settings = {},
}: { demo?: boolean; replicas?: number; environment?: Record<string, string> } = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'coulisses-stack-'));
  removeWithUs(folder);
  // PostgreSQL runs as another user when the tests run as root.
  chmodSync(folder, 0o711);
  const ports = await createPortBlock();
  const port = await ports.next();
  const {
    POSTGRES_URL: _postgres,
    MONGO_URL: _mongo,
    RABBIT_URL: _rabbit,
    NODE_ENV: _mode,
    ...environment
  } = process.env;
  const dataDir = join(folder, 'data');
  const stackFile = join(dataDir, 'stack.json');
  const log = join(folder, 'stack.log');
  const begin = () =>
    launch({
      command: process.execPath,
      args: [
        join(repository, 'stack', 'cli.mjs'),
        'start',
        ...(demo ? [] : ['--no-demo']),
        ...(replicas > 1 ? ['--replicas', String(replicas)] : []),
      ],
      env: { ...environment, ...WITHOUT_LIMITS, ...settings, PORT: String(port), DATA_DIR: dataDir },
      cwd: repository,
      log,
    });
  let running = await begin();
  const stop = async () => {
    await running.stop(STOP_TIMEOUT_MS);
    await ports.release();
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = async () => {
    if (!existsSync(stackFile)) throw new Error('it is still starting');
  };
  const comeUp = async () => {
    try {
      await waitUntil('The stack', isUp, { deadlineMs: READY_TIMEOUT_MS, everyMs: 500, ended: running.exited });
    } catch (error) {
      throw new Error(`The stack of the tests did not come up. It printed:\n${readFileSync(log, 'utf8')}`, {
        cause: error,
      });
    }
  };
  try {
    await comeUp();
  } catch (error) {
    await stop();
    throw error;
  }
  /** Restarts every process on the same data. @throws as at the first start; stop() must still be called */
  const restart = async () => {
    await running.stop(STOP_TIMEOUT_MS);
    // A killed stack leaves its file behind.
    rmSync(stackFile, { force: true });
    running = await begin();
    await comeUp();
  };
  return { url: `http://localhost:${port}`, stackFile, restart, stop };
};
