import { describe, expect, jest, test } from '@jest/globals';
import { createNotifications } from '../../src/service-worker/notifications.ts';

const ORIGIN = 'https://coulisses.example';
const start = (urls: string[] = []) => {
  const shown: { title: string; data: unknown; tag: string }[] = [];
  const focused: string[] = [];
  const openWindow = jest.fn(async (_url: string) => undefined);
  const notifications = createNotifications({
    registration: {
      showNotification: async (title, { data, tag }) => void shown.push({ title, data, tag }),
    },
    clients: {
      matchAll: async () => urls.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow,
    },
    location: { origin: ORIGIN },
  });
  return { ...notifications, shown, focused, openWindow };
};

describe('push messages in the service worker', () => {
  test('shows a live by the name of its model, and opens its page', async () => {
    const { show, open, shown, openWindow } = start();
    await show({ kind: 'live', slug: 'nina', name: 'Nina' });
    expect(shown).toEqual([
      { title: 'Nina est en live', tag: 'live:nina', data: { kind: 'live', slug: 'nina', name: 'Nina' } },
    ]);
    await open(shown[0]?.data);
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/nina/live`);
  });

  test('opens the profile for new content, in the tab that shows it', async () => {
    const { open, focused, openWindow } = start([`${ORIGIN}/zoe`, `${ORIGIN}/nina?ref=a#photos`]);
    await open({ kind: 'content', slug: 'nina', name: 'Nina' });
    expect(focused).toEqual([`${ORIGIN}/nina?ref=a#photos`]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  test.each([
    null,
    'text',
    { kind: 'live', slug: '//evil.example', name: 'Nina' },
    { kind: 'live', slug: 'nina/../admin', name: 'Nina' },
    { kind: 'other', slug: 'nina', name: 'Nina' },
    { kind: 'live', url: 'https://evil.example', name: 'Nina' },
  ])('leads to the home page alone for %j', async (received) => {
    const { show, open, shown, openWindow } = start();
    await show(received);
    expect(shown).toHaveLength(1);
    await open(received);
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/`);
  });
});
