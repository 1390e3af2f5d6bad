import { NO_RESPONSE } from 'web-kit/api';

/** State of the connection; `restored` for a moment after an interruption. */
type State = 'online' | 'offline' | 'unreachable' | 'restored';

export interface Connection {
  state: State;
  /** Whether an action failed meanwhile. */
  hasFailedAction: boolean;
}

const POLL_INTERVAL_MS = 5_000;
const RESTORED_FOR_MS = 4_000;
const HEALTH = '/health/live';

/** Whether the gateway responds. */
const isReachable = (): Promise<boolean> =>
  fetch(HEALTH, { cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  );

/**
 * Watches the browser's own state and calls without a response: `navigator.onLine` is also true in a network without access to the
 * site. As a page that is being left aborts its calls, a failed call is confirmed by a separate request.
 */
export const watchConnection = (onChange: (connection: Connection) => void): void => {
  let current: Connection = { state: 'online', hasFailedAction: false };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isDown = () => current.state === 'offline' || current.state === 'unreachable';
  const set = (next: Connection) => {
    if (next.state === current.state && next.hasFailedAction === current.hasFailedAction) return;
    current = next;
    onChange(current);
  };
  const schedule = (work: () => void, delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(work, delayMs);
  };

  const check = async (hasFailedAction = current.hasFailedAction) => {
    const isUp = navigator.onLine && (await isReachable());
    if (!isUp) {
      set({ state: navigator.onLine ? 'unreachable' : 'offline', hasFailedAction });
      schedule(() => void check(), POLL_INTERVAL_MS);
    } else if (isDown()) {
      set({ state: 'restored', hasFailedAction: false });
      schedule(() => set({ state: 'online', hasFailedAction: false }), RESTORED_FOR_MS);
    }
  };

  addEventListener('offline', () => void check());
  addEventListener('online', () => void check());
  addEventListener(NO_RESPONSE, (event) => {
    const isAction = (event as CustomEvent<boolean>).detail;
    void check(isAction || current.hasFailedAction);
  });
  if (!navigator.onLine) void check();
};
