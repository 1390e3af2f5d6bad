const FIRST_DELAY_MS = 3_000;
const LONGEST_DELAY_MS = 30_000;
const HEALTH = '/health/live';
/** Must equal OFFLINE_PATH of contracts/pages, which would add its whole table to this script. */
const OFFLINE_PATH = '/offline';

/** Opens the page that the visitor requested; at the offline page's own address, the home page. */
const retry = (): void => (location.pathname === OFFLINE_PATH ? location.replace('/') : location.reload());

/**
 * Retries once the server responds. This is checked at growing intervals, whenever the browser reports a network, and on a click of
 * the button.
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
    // A reload would abort the navigation that the visitor has chosen meanwhile.
    if (response?.ok && !isLeaving) return open();
    isLeaving = false;
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    checkLater();
  };
  checkLater();
  addEventListener('beforeunload', () => (isLeaving = true));
  // A network does not mean that the server is reachable: it may require a login.
  addEventListener('online', () => void check());
};
