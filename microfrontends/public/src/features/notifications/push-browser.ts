import type { PushSubscriptionInput } from 'contracts/notifications';

/** States, in a sentence for the user, why this browser receives no push messages. */
export class PushDeniedError extends Error {}
const unable = (cause?: unknown) =>
  new PushDeniedError('Ce navigateur ne peut pas recevoir nos notifications.', { cause });

/** Whether this browser can receive push messages. Safari on a phone can only once the site is on its home screen. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const base64UrlOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCodePoint(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * Subscribes this browser to push messages. Must be called by a click, as it requests the browser's permission.
 * @param pushKey the site's public key
 * @throws PushDeniedError where the user or the browser denies it
 */
export const subscribeBrowser = async (pushKey: string): Promise<PushSubscriptionInput> => {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted')
    throw new PushDeniedError(
      permission === 'denied'
        ? 'Votre navigateur bloque les notifications de ce site. Autorisez-les dans ses réglages, puis réessayez.'
        : 'Les notifications ne sont pas encore autorisées. Réessayez, puis acceptez-les quand votre navigateur le demande.',
    );
  const registration = await navigator.serviceWorker.getRegistration('/');
  if (!registration) throw unable();
  const formerSubscription = await registration.pushManager.getSubscription();
  // A subscription for a former key of the site receives no messages.
  if (formerSubscription && base64UrlOf(formerSubscription.options.applicationServerKey) !== pushKey)
    await formerSubscription.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    // The browser's push service is disabled or unreachable.
    .catch((error: unknown) => Promise.reject(unable(error)));
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh: base64UrlOf(subscription.getKey('p256dh')), auth: base64UrlOf(subscription.getKey('auth')) },
  };
};

/** Ends this browser's subscription, once the server has removed its device. */
export const unsubscribeBrowser = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.getRegistration('/');
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
};
