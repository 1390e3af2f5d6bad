import { PAGES } from 'contracts/pages';
import { hasRefusedAll } from 'web-kit/consent';
import { subscriberSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

const PANEL_ROOTS = new Set(
  Object.values(PAGES)
    .filter(({ microfrontend }) => microfrontend !== 'public')
    .map(({ path }) => path.split('/')[1]),
);

const clearProfiles = ({ ready }: ServiceWorkerContainer): void =>
  void ready.then(({ active }) => active?.postMessage({ type: 'clear-profiles' }));

/**
 * Makes the worker remove a subscriber's visited profiles when the session has ended: by a logout here, in another tab, or by
 * expiry.
 */
const clearAfterSession = (container: ServiceWorkerContainer): void => {
  const check = () => {
    if (subscriberSession.state()) {
      if (storage.get(STORAGE_KEYS.hadSubscriber) === null) storage.set(STORAGE_KEYS.hadSubscriber, '1');
    } else if (storage.get(STORAGE_KEYS.hadSubscriber) !== null) {
      storage.remove(STORAGE_KEYS.hadSubscriber);
      clearProfiles(container);
    }
  };
  check();
  subscriberSession.subscribe(check);
};

/** Makes the worker remove them when the visitor has refused everything (docs/domain.md#consent). */
const clearAfterRefusal = (container: ServiceWorkerContainer): void => {
  storage.subscribe((key) => {
    if (key === STORAGE_KEYS.consent && hasRefusedAll()) clearProfiles(container);
  });
};

/** Registers the service worker from pages of the public site (docs/domain.md#without-a-network). */
export const registerServiceWorker = (script: string | undefined): void => {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const [, root] = location.pathname.split('/');
  if (!script || !container || PANEL_ROOTS.has(root)) return;
  // In browsers without service workers (private mode, blocked storage) the site works without it.
  container.register(script, { scope: '/' }).catch(() => undefined);
  clearAfterSession(container);
  clearAfterRefusal(container);
};
