const FIRST_DELAY_MS = 3_000;
const LONGEST_DELAY_MS = 30_000;
const HEALTH = '/health/live';
/** Must equal OFFLINE_PATH of contracts/pages, which would add its whole table to the page. */
const OFFLINE_PATH = '/offline';

/** Opens what the visitor wanted to see; the offline page's own address leads home. */
const retry = (): void => (location.pathname === OFFLINE_PATH ? location.replace('/') : location.reload());

/**
 * Retries once the server responds, which is checked ever more rarely and whenever the browser reports a network, and when the button
 * is pressed.
 */
export const retryWhenReachable = (open = retry): void => {
  document.getElementById('retry')?.addEventListener('click', (event) => {
    event.preventDefault();
    open();
  });
  let delayMs = FIRST_DELAY_MS;
  let timer: number | undefined;
  let isLeaving = false;
  const checkLater = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void check(), delayMs);
  };
  const check = async () => {
    const response = await fetch(HEALTH, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
    // A reload would take the place of the page that the visitor has chosen.
    if (response?.ok && !isLeaving) return open();
    isLeaving = false;
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    checkLater();
  };
  checkLater();
  addEventListener('beforeunload', () => (isLeaving = true));
  // A network is not yet the server: it may be one that wants a login.
  addEventListener('online', () => void check());
};
