/**
 * Headers of every response that the gateway creates itself; services set their own (service-kit/http). Browsers ignore
 * Strict-Transport-Security over http (RFC 6797, section 8.1).
 */
export const SECURITY_HEADERS = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;
