import type { PushSubscriptionInput } from 'contracts/notifications';

/** Why this browser receives no push messages, in a sentence for the person. */
export class PushDeniedError extends Error {}
const unable = (cause?: unknown) =>
  new PushDeniedError('Ce navigateur ne peut pas recevoir nos notifications.', { cause });

/** Whether this browser can receive push messages. Safari on a phone can once the site is on its home screen. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const base64UrlOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Subscribes this browser to push messages: called by a tap, as the browser requests the permission here.
 * @param pushKey the site's public key
 * @throws PushDeniedError where the person or the browser denies it
 */
export const subscribeBrowser = async (pushKey: string): Promise<PushSubscriptionInput> => {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushDeniedError(
      'Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, puis réessayez.',
    );
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (!registration) throw unable();
  const former = await registration.pushManager.getSubscription();
  // Of a former key of the site: nothing arrives by it.
  if (former && base64UrlOf(former.options.applicationServerKey) !== pushKey) await former.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    // Its push service is off or unreachable.
    .catch((error: unknown) => Promise.reject(unable(error)));
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh: base64UrlOf(subscription.getKey('p256dh')), auth: base64UrlOf(subscription.getKey('auth')) },
  };
};

/** Ends this browser's own subscription, once the server has removed its device. */
export const unsubscribeBrowser = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
};
