import { createAssets } from './assets.ts';
import { createNotifications } from './notifications.ts';
import { createOfflineDocument } from './offline-document.ts';
import { createProfiles } from './profiles.ts';
import { kindOf } from './request-kind.ts';
import type { PushData, WorkerScope } from './scope.ts';

/** Parses a message as JSON; null if it is not JSON. */
const contentOf = (data: PushData | null): unknown => {
  try {
    return data?.json() ?? null;
  } catch {
    return null;
  }
};

/** Registers the worker's event listeners. Rules: docs/domain.md#without-a-network. */
export const startWorker = (scope: WorkerScope): void => {
  const dependencies = {
    caches: scope.caches,
    fetch: ((input, init) => scope.fetch(input, init)) as typeof fetch,
    now: Date.now,
  };
  const offline = createOfflineDocument({ ...dependencies, ...scope.offlineFiles });
  const assets = createAssets(dependencies);
  const profiles = createProfiles(dependencies);
  const notifications = createNotifications(scope);

  // Takes over at once: pages come from the network and built files are named by their content, so no page mixes releases.
  scope.addEventListener('install', (event) => event.waitUntil(offline.install().then(() => scope.skipWaiting())));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(
      Promise.all([offline.removeFormer(), assets.prune(), scope.registration.navigationPreload?.enable()]),
    ),
  );
  scope.addEventListener('fetch', (event) => {
    const kind = kindOf(event.request, scope.location.origin, scope.panelRoots);
    if (kind === 'asset') event.respondWith(assets.respond(event.request, (work) => event.waitUntil(work)));
    if (kind === 'page')
      event.respondWith(
        event.preloadResponse
          .then((preloaded) => preloaded ?? dependencies.fetch(event.request))
          .catch(() => offline.respond()),
      );
  });
  scope.addEventListener('push', (event) => event.waitUntil(notifications.show(contentOf(event.data))));
  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(notifications.open(event.notification.data));
  });
  scope.addEventListener('message', (event) => {
    const { type, profile } = (event.data ?? {}) as { type?: unknown; profile?: unknown };
    if (type === 'visit') event.waitUntil(profiles.add(profile));
    if (type === 'clear-profiles') event.waitUntil(profiles.clear());
  });
};
