import { hasSlugShape } from 'contracts/slugs';
import { truncate } from 'contracts/truncate';
import type { PushMessage } from 'contracts/notifications';

const NAME_MAX_LENGTH = 80;

/** Parts of the worker's scope that notifications need. */
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

/** Parses a message of the site; null for anything else. */
const parse = (received: unknown): PushMessage | null => {
  const { kind, slug, name } = (received ?? {}) as Record<string, unknown>;
  if (kind !== 'live' && kind !== 'content') return null;
  // Nothing but a slug, so that a message cannot name another address.
  if (typeof slug !== 'string' || !hasSlugShape(slug) || typeof name !== 'string') return null;
  return { kind, slug, name: truncate(name, NAME_MAX_LENGTH) };
};

/** Returns the page of a message: built from its slug, never an address in the message. */
const pathOf = (message: PushMessage | null): string => {
  if (!message) return '/';
  return message.kind === 'live' ? `/${message.slug}/live` : `/${message.slug}`;
};

/** Shows the site's push messages, and opens their pages. Rules: docs/domain.md#notifications. */
export const createNotifications = ({ registration, clients, location }: NotificationScope) => ({
  /** Shows a notification. Browsers require one for each message, even for an unreadable one. */
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
      // A later message of the same kind replaces this one.
      tag: message ? `${message.kind}:${message.slug}` : 'site',
      data: message,
    });
  },
  /** Focuses a tab with the page of a notification, or opens a new one. */
  open: async (data: unknown): Promise<void> => {
    const url = location.origin + pathOf(parse(data));
    const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const openTab = tabs.find((tab) => tab.url.split(/[?#]/)[0] === url);
    await (openTab ? openTab.focus() : clients.openWindow(url));
  },
});
