import type { Response } from 'express';
import { LOAD_FAILURE } from './load-failure.ts';
import { THEME_SCRIPT } from './theme-script.ts';

interface Options {
  /** Whether the page gets hot updates. */
  isWatching: boolean;
  /** Whether visitors use HTTPS. */
  isSecure: boolean;
  /** Origin of pictures and videos besides the site's own. */
  mediaOrigin?: string | undefined;
}

const sources = (own: string, other?: string) => (other ? `${own} ${other}` : own);

/**
 * Returns the content security policy. Only media is loaded from other origins. Inline, it allows these two scripts and the page's
 * own style sheets, by their hashes, and style attributes that React sets.
 */
const policy = ({ isWatching, mediaOrigin }: Options, styles: readonly string[]): string =>
  Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${THEME_SCRIPT.source} ${LOAD_FAILURE.script.source}`,
    'style-src-elem': ["'self'", ...styles].join(' '),
    'style-src-attr': "'unsafe-inline'",
    'img-src': sources("'self' data: blob:", mediaOrigin),
    'media-src': sources("'self' blob:", mediaOrigin),
    'font-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    // Development servers announce hot updates over a socket.
    'connect-src': isWatching ? "'self' ws://localhost:* ws://127.0.0.1:*" : "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join('; ');

/** Creates the function that sets the headers of every page. */
export const createSecurityHeaders = (options: Options) => {
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(options.isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  /** @param styles sources of the page's inline style sheets */
  return (response: Response, styles: readonly string[] = []): void => {
    response.removeHeader('strict-transport-security');
    response.set({ 'content-security-policy': policy(options, styles), ...headers });
  };
};
