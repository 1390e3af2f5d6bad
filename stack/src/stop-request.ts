const FORCED = 130;
/** Time within which repetitions are ignored: one Ctrl-C arrives more than once (from the terminal and through npm). */
const REPEAT_WINDOW_MS = 1_000;

/**
 * Resolves at the first stop request: Ctrl-C, a signal, or the end of the parent process. A second request ends this process
 * immediately, and the reaper its child processes.
 */
export const onStopRequest = (print: (line: string) => void): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined;
    const requestStop = () => {
      if (first === undefined) {
        first = Date.now();
        print('stopping (Ctrl-C again to force)');
        resolve();
      } else if (Date.now() - first > REPEAT_WINDOW_MS) process.exit(FORCED);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, requestStop);
    process.once('disconnect', requestStop);
  });
