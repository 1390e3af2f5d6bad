const FORCED = 130;
/** Milliseconds: one Ctrl-C reaches us more than once (from the terminal and through npm). */
const SAME_WISH = 1_000;

/**
 * Settles at the first wish to stop: Ctrl-C, a signal, or the end of the process that started us.
 * A second one ends this process at once, and the reaper what it started.
 */
export const onStopWish = (say: (line: string) => void): Promise<void> =>
  new Promise((resolve) => {
    let first: number | undefined;
    const wished = () => {
      if (first === undefined) {
        first = Date.now();
        say('stopping (Ctrl-C once more to force)');
        resolve();
      } else if (Date.now() - first > SAME_WISH) process.exit(FORCED);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, wished);
    process.once('disconnect', wished);
  });
