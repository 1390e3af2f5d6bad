import { PAGES } from 'contracts/pages';
import { subscriberSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

const PANEL_ROOTS = new Set(
  Object.values(PAGES)
    .filter(({ microfrontend }) => microfrontend !== 'public')
    .map(({ path }) => path.split('/')[1]),
);

/** Has the worker remove the profiles that a subscriber visited, once the session has ended: by a logout here, in another tab, or by itself. */
const clearAfterSession = (container: ServiceWorkerContainer): void => {
  const check = () => {
    if (subscriberSession.state()) {
      if (storage.get(STORAGE_KEYS.hadSubscriber) === null) storage.set(STORAGE_KEYS.hadSubscriber, '1');
    } else if (storage.get(STORAGE_KEYS.hadSubscriber) !== null) {
      storage.remove(STORAGE_KEYS.hadSubscriber);
      void container.ready.then(({ active }) => active?.postMessage({ type: 'clear-profiles' }));
    }
  };
  check();
  subscriberSession.subscribe(check);
};

/** Registers the service worker from pages of the public site (docs/domain.md#without-a-network). */
export const registerServiceWorker = (script: string | undefined): void => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const [, root] = location.pathname.split('/');
  if (!script || !container || PANEL_ROOTS.has(root)) return;
  // Where the browser allows none (private mode, blocked storage) the site works without.
  container.register(script, { scope: '/' }).catch(() => undefined);
  clearAfterSession(container);
};
