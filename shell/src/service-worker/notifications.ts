import { truncate } from 'contracts/truncate';
import type { PushMessage } from 'contracts/notifications';

/** A slug, and nothing else that could lead elsewhere. */
const SLUG = /^[a-z\d]+(?:-[a-z\d]+)*$/;
const NAME_MAX_LENGTH = 80;

/** The parts of the browser that show a notification. */
export interface NotificationScope {
  registration: {
    showNotification: (title: string, options: { body: string; tag: string; data: unknown }) => Promise<void>;
  };
  clients: {
    matchAll: (options: {
      type: 'window';
      includeUncontrolled: boolean;
    }) => Promise<readonly { url: string; focus: () => Promise<unknown> }[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  location: { origin: string };
}

/** A message as the site sends it; anything else is null. */
const parse = (received: unknown): PushMessage | null => {
  const { kind, slug, name } = (received ?? {}) as Record<string, unknown>;
  if (kind !== 'live' && kind !== 'content') return null;
  if (typeof slug !== 'string' || !SLUG.test(slug) || typeof name !== 'string') return null;
  return { kind, slug, name: truncate(name, NAME_MAX_LENGTH) };
};

/** The page of a message: built here, never received. */
const pathOf = (message: PushMessage | null): string => {
  if (!message) return '/';
  return message.kind === 'live' ? `/${message.slug}/live` : `/${message.slug}`;
};

/** Shows the site's push messages, and opens their pages. Rules: docs/domain.md#notifications. */
export const createNotifications = ({ registration, clients, location }: NotificationScope) => ({
  /** A browser expects a notification for each message: also for one that it cannot read. */
  show: (received: unknown): Promise<void> => {
    const message = parse(received);
    const title = !message
      ? 'Du nouveau en coulisses'
      : message.kind === 'live'
        ? `${message.name} est en live`
        : `Du nouveau chez ${message.name}`;
    const body = message?.kind === 'live' ? 'Le rideau vient de se lever.' : 'À découvrir dès maintenant.';
    return registration.showNotification(title, {
      body,
      // A later message of the same kind replaces it.
      tag: message ? `${message.kind}:${message.slug}` : 'site',
      data: message,
    });
  },
  /** Shows the page of a notification in a tab that has it, else in a new one. */
  open: async (data: unknown): Promise<void> => {
    const url = location.origin + pathOf(parse(data));
    const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const openTab = tabs.find((tab) => tab.url.split(/[?#]/)[0] === url);
    await (openTab ? openTab.focus() : clients.openWindow(url));
  },
});
