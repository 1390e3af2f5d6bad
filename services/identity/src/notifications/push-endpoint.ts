import { createPublicKey } from 'node:crypto';

/** Push services of the browsers: Chromium-based ones, Firefox, Safari, Edge. */
export const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
] as const;

const LABELS = String.raw`(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+`;
/** https host, with an optional `*.` for its subdomains; or a local http origin, for a fake push service. */
export const PUSH_SERVICE = new RegExp(
  String.raw`^(?:https://(?:\*\.)?${LABELS}[a-z]{2,}|http://(?:127\.0\.0\.1|localhost):\d{1,5})$`,
);

const covers = (service: string, { origin, hostname }: URL): boolean =>
  service.startsWith('https://*.')
    ? origin.startsWith('https://') && hostname.endsWith(service.slice('https://*'.length))
    : origin === service;

/**
 * Whether messages may be sent to an endpoint from a browser: the address of a known push service, without credentials and on the
 * default port.
 */
export const isPushEndpoint = (endpoint: string, services: readonly string[]): boolean => {
  const url = URL.parse(endpoint);
  // Compared with the browser's spelling: push services use no spelling that parsers read differently.
  if (url?.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return services.some((service) => covers(service, url)) && (url.protocol === 'http:' || url.port === '');
};

/** Whether a base64url text is a point on the curve P-256; messages cannot be encrypted for any other. */
export const isPublicKey = (p256dh: string): boolean => {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
    string,
    string,
  ];
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
};
