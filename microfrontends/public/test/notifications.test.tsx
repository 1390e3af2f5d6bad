import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { authModal } from 'web-kit/auth-modal';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { modelOf } from 'web-kit/testing/model';
import { logIn, open, platform } from './harness.tsx';

const READ = 'GET /api/auth/notifications';
const ADD = 'PUT /api/auth/notifications/device';
const CHOOSE = 'PUT /api/auth/notifications/models/nina';
const KEY = `B${'A'.repeat(86)}`;
const DEVICE = {
  id: '6f1f7c9e-2f1f-4a55-9d6a-0f7a3f0a1b11',
  device: 'Firefox sur Windows',
  created_at: '2026-03-02T08:00:00.000Z',
  current: true,
};
const bytes = (length: number) => new Uint8Array(length).buffer;

/** Stubs the Push API with the user's decision on the permission. */
const withPush = (permission: string) => {
  const requestPermission = jest.fn(async () => permission);
  const subscribe = jest.fn(async (_options: unknown) => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    getKey: (name: string) => bytes(name === 'auth' ? 16 : 65),
  }));
  const registration = { pushManager: { getSubscription: async () => null, subscribe } };
  Object.assign(globalThis, { PushManager: class {}, Notification: { requestPermission } });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration, ready: new Promise(() => undefined) },
  });
  return { requestPermission, subscribe };
};
beforeEach(stubIntersectionObserver);
afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const model = modelOf({
  slug: 'nina',
  name: 'Nina',
  is_live: false,
  live_schedule_start: '21:00',
  live_schedule_end: '23:00',
});
const site = (settings: object, more = {}) =>
  platform({
    'GET /api/models/nina': { body: model },
    'GET /api/subscription': { body: { state: 'none', hasPaid: false, paidUntil: null, telegramLink: null } },
    'GET /api/favourites': { body: [] },
    [READ]: { body: { push_key: KEY, devices: [], models: [], ...settings } },
    [ADD]: { body: { ok: true } },
    [CHOOSE]: { body: { ok: true } },
    ...more,
  });
const openReminder = async () => {
  open('/nina/live');
  await userEvent.click(await screen.findByRole('link', { name: /^Me prévenir/ }));
};
const chooseLivePush = async () => {
  await openReminder();
  const toggle = await screen.findByRole('switch', { name: 'Notification au début du live' });
  await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'));
  await userEvent.click(toggle);
};

describe('"Me prévenir" on a live page', () => {
  test('offers a visitor the calendar and the registration', async () => {
    site({});
    await openReminder();
    expect(await screen.findByRole('link', { name: 'Le prochain dans mon agenda' })).toHaveAttribute(
      'href',
      '/nina/live.ics',
    );
    await userEvent.click(screen.getByRole('button', { name: 'M’inscrire' }));
    expect(authModal.current()).toMatchObject({ kind: 'register', modelSlug: 'nina' });
  });

  test('makes the browser a device by a tap alone, then stores the choice', async () => {
    const { requestPermission, subscribe } = withPush('granted');
    const { bodyOf } = site({});
    logIn();
    await openReminder();
    const toggle = await screen.findByRole('switch', { name: 'Notification au début du live' });
    expect(requestPermission).not.toHaveBeenCalled();
    await waitFor(() => expect(toggle).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(toggle);
    await waitFor(() => expect(bodyOf(CHOOSE)).toEqual({ live_push: true, content_push: false, live_mail: false }));
    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
    expect(bodyOf(ADD)).toEqual({
      endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
    });
  });

  test('stores nothing where the permission is denied, and states it', async () => {
    withPush('denied');
    const { requests } = site({});
    logIn();
    await chooseLivePush();
    expect(await screen.findByText(/bloque les notifications/)).toBeVisible();
    expect(requests.map(({ operation }) => operation)).not.toContain(CHOOSE);
  });

  test('offers it again, and names no block, where the request of the permission was dismissed', async () => {
    withPush('default');
    site({});
    logIn();
    await chooseLivePush();
    expect(await screen.findByText(/pas encore autorisées/)).toBeVisible();
  });

  test('states that a browser whose push service is off receives nothing', async () => {
    const { subscribe } = withPush('granted');
    subscribe.mockRejectedValue(new DOMException('Registration failed - push service not available', 'AbortError'));
    const { requests } = site({});
    logIn();
    await chooseLivePush();
    expect(await screen.findByText('Ce navigateur ne peut pas recevoir nos notifications.')).toBeVisible();
    expect(requests.map(({ operation }) => operation)).not.toContain(CHOOSE);
  });

  test('offers the mail alone where the site or the browser has no push messages', async () => {
    const { bodyOf } = site({ push_key: null });
    withPush('granted');
    logIn();
    await openReminder();
    const mail = await screen.findByRole('switch', { name: 'E-mail au début du live' });
    await waitFor(() => expect(mail).not.toHaveAttribute('aria-disabled'));
    expect(screen.queryByRole('switch', { name: /Notification/ })).toBeNull();
    await userEvent.click(mail);
    await waitFor(() => expect(bodyOf(CHOOSE)).toEqual({ live_push: false, content_push: false, live_mail: true }));
  });
});

describe('notifications in the account', () => {
  test('shows the device and the models, and ends both', async () => {
    withPush('granted');
    const REMOVE = `DELETE /api/auth/notifications/devices/${DEVICE.id}`;
    const { requests, bodyOf } = site(
      {
        devices: [DEVICE],
        models: [{ slug: 'nina', name: 'Nina', live_push: true, content_push: false, live_mail: false }],
      },
      { [REMOVE]: { body: { ok: true } } },
    );
    logIn();
    open('/account');
    const group = await screen.findByRole('group', { name: 'Nina' });
    expect(group).toBeVisible();
    const push = screen.getByRole('switch', { name: 'Notification au début du live' });
    await userEvent.click(push);
    // A disabled control would lose the focus while its change is saved.
    expect(push).toHaveFocus();
    await waitFor(() => expect(bodyOf(CHOOSE)).toEqual({ live_push: false, content_push: false, live_mail: false }));
    const end = await screen.findByRole('button', { name: 'Ne plus notifier Firefox sur Windows, cet appareil' });
    await waitFor(() => expect(end).not.toHaveAttribute('aria-disabled'));
    await userEvent.click(end);
    await waitFor(() => expect(requests.map(({ operation }) => operation)).toContain(REMOVE));
  });

  test('moves the focus to what replaces the pressed button', async () => {
    withPush('granted');
    const phone = { ...DEVICE, id: '6f1f7c9e-2f1f-4a55-9d6a-0f7a3f0a1b12', device: 'Phone', current: false };
    let devices = [phone];
    const remove = (id: string) => () => {
      devices = devices.filter((device) => device.id !== id);
      return { body: { ok: true } };
    };
    site(
      {},
      {
        [READ]: () => ({ body: { push_key: KEY, devices, models: [] } }),
        [ADD]: () => {
          devices = [phone, DEVICE];
          return { body: { ok: true } };
        },
        [`DELETE /api/auth/notifications/devices/${DEVICE.id}`]: remove(DEVICE.id),
        [`DELETE /api/auth/notifications/devices/${phone.id}`]: remove(phone.id),
      },
    );
    logIn();
    open('/account');
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
      await userEvent.click(button);
    };
    const here = 'Ne plus notifier Firefox sur Windows, cet appareil';
    await press('Activer sur cet appareil');
    await waitFor(() => expect(screen.getByRole('button', { name: here })).toHaveFocus());
    await press(here);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Activer sur cet appareil' })).toHaveFocus());
    await press('Activer sur cet appareil');
    await press('Ne plus notifier Phone');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ne plus notifier Phone' })).toBeNull());
    expect(screen.getByRole('button', { name: here })).toHaveFocus();
  });
});
