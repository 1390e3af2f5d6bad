const FIRST_DELAY_MS = 3_000;
const LONGEST_DELAY_MS = 30_000;
const HEALTH = '/health/live';
/** Must equal OFFLINE_PATH of contracts/pages, which would add its whole table to the page. */
const OFFLINE_PATH = '/offline';

/** Opens what the visitor wanted to see; the offline page's own address leads home. */
const retry = (): void => (location.pathname === OFFLINE_PATH ? location.replace('/') : location.reload());

/** Retries when the browser or the server reports a network, and when the button is pressed. */
export const retryWhenReachable = (): void => {
  document.getElementById('retry')?.addEventListener('click', (event) => {
    event.preventDefault();
    retry();
  });
  let delayMs = FIRST_DELAY_MS;
  const check = async () => {
    const response = await fetch(HEALTH, { cache: 'no-store', credentials: 'omit' }).catch(() => null);
    if (response?.ok) return retry();
    delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    setTimeout(() => void check(), delayMs);
  };
  setTimeout(() => void check(), delayMs);
  addEventListener('online', retry);
};
