import type { NotificationScope } from './notifications.ts';
import type { OfflineFiles } from './offline-document.ts';

/** Used part of the worker's types: TypeScript's library "webworker" conflicts with "dom". */
interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
export interface PushData {
  json: () => unknown;
}
interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableEvent & { data: unknown };
  push: ExtendableEvent & { data: PushData | null };
  notificationclick: ExtendableEvent & { notification: { data: unknown; close: () => void } };
}
export interface WorkerScope extends NotificationScope {
  offlineFiles: OfflineFiles;
  /** First segments of the panels' paths, which the server writes, as it has the table of pages. */
  panelRoots: readonly string[];
  caches: CacheStorage;
  registration: NotificationScope['registration'] & { navigationPreload?: { enable: () => Promise<void> } };
  fetch: typeof fetch;
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
}
