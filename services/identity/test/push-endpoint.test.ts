import { isPublicKey, isPushEndpoint, PUSH_SERVICE, PUSH_SERVICES } from '../src/notifications/push-endpoint.ts';
import { createBrowser } from './push-service.ts';

describe('endpoints of push services', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
  ])('accepts %s', (endpoint) => expect(isPushEndpoint(endpoint, PUSH_SERVICES)).toBe(true));

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/?https://fcm.googleapis.com',
    'https://evilpush.apple.com/abc',
    'https://push.apple.com/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://user:password@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://fcm.googleapis.com\\@evil.example/abc',
    'https://fcm.googleapis.com./abc',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/abc',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'fcm.googleapis.com',
    '',
  ])('rejects %s', (endpoint) => expect(isPushEndpoint(endpoint, PUSH_SERVICES)).toBe(false));

  test('takes a local double only by its exact origin', () => {
    const services = ['http://127.0.0.1:9000'];
    expect(isPushEndpoint('http://127.0.0.1:9000/abc', services)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:9001/abc', services)).toBe(false);
    expect(isPushEndpoint('https://127.0.0.1:9000/abc', services)).toBe(false);
  });

  test.each(['https://*', 'https://*.com.', 'http://push.example.org', 'https://10.0.0.1', 'ftp://push.example.org'])(
    'is not configured with %s',
    (service) => expect(PUSH_SERVICE.test(service)).toBe(false),
  );
});

describe('keys of browsers', () => {
  test('takes a point of the curve alone', () => {
    expect(isPublicKey(createBrowser().keys.p256dh)).toBe(true);
    expect(isPublicKey(`B${'A'.repeat(86)}`)).toBe(false);
    expect(isPublicKey('BA')).toBe(false);
  });
});
