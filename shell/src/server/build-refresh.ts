import type { Logger } from 'service-kit/logger';
import type { createOwnBuild } from './own-build.ts';
import type { createRemoteBundle } from './remote-bundle.ts';

/** Time between two checks for a newly deployed public micro-frontend. */
const POLL_INTERVAL_MS = { watching: 1_000, production: 5_000 };

interface BuildRefreshOptions {
  build: ReturnType<typeof createOwnBuild>;
  remote: ReturnType<typeof createRemoteBundle>;
  /** Whether the shell's build changes while the server runs. */
  isWatching: boolean;
  logger: Logger;
}

/** Loads the shell's build and the public micro-frontend's bundle, and each newer version of them. */
export const createBuildRefresh = ({ build, remote, isWatching, logger }: BuildRefreshOptions) => {
  let hasRemote: boolean | undefined;
  const refreshRemote = async () => {
    try {
      await remote.refresh();
      if (hasRemote !== true) logger.info('server bundle of the public micro-frontend loaded');
      hasRemote = true;
    } catch (error) {
      if (hasRemote !== false) logger.warn({ err: error }, 'server bundle of the public micro-frontend not reloaded');
      hasRemote = false;
    }
  };
  const refresh = () =>
    Promise.all([
      refreshRemote(),
      isWatching
        ? build.refresh().catch((error: unknown) => logger.warn({ err: error }, 'shell build not reloaded'))
        : undefined,
    ]);
  /** Running refresh: in development every page waits for it. */
  let refreshing: Promise<unknown> | undefined;
  const refreshOnce = () =>
    (refreshing ??= refresh().finally(() => {
      refreshing = undefined;
    }));
  let timer: NodeJS.Timeout | undefined;
  const scheduleRefresh = () => {
    timer = setTimeout(
      () => void refreshOnce().finally(scheduleRefresh),
      isWatching ? POLL_INTERVAL_MS.watching : POLL_INTERVAL_MS.production,
    );
    timer.unref();
  };

  return {
    /** Reads the build and checks once for the micro-frontend. @throws Error when the shell is not built */
    start: async (): Promise<void> => {
      if (isWatching) await refresh();
      else await Promise.all([build.refresh(), refreshRemote()]);
      scheduleRefresh();
    },
    /** Checks at once, instead of at the next interval, whether another version of the micro-frontend is deployed. */
    refresh,
    /** The same, joined with a check that is running. */
    refreshOnce,
    stop: (): void => clearTimeout(timer),
  };
};
