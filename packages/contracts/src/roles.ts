import { PANEL_INACTIVITY_MS } from './limits.ts';

/** Roles of actors. `visitor` is everybody without a token; `system` is a service by itself (schedules, sweeps). */
export const ROLES = ['visitor', 'subscriber', 'affiliate', 'administrator', 'partner', 'system'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a token can carry. */
export const TOKEN_ROLES = ['subscriber', 'affiliate', 'administrator'] as const satisfies readonly Role[];
export type TokenRole = (typeof TOKEN_ROLES)[number];
/** People of the house: what they do stands in the audit trail. */
export const PANEL_ROLES = ['administrator', 'affiliate'] as const satisfies readonly TokenRole[];
export type PanelRole = (typeof PANEL_ROLES)[number];

/** `aud` of every token. */
export const TOKEN_AUDIENCE = 'platform';
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** The longest life of a token, so also how long a revocation is remembered. */
export const VIEW_COOKIE_SECONDS = 12 * 60 * 60;

/** Age of the last login or confirmation of the password with which a sensitive change is still accepted (docs/sessions.md#recent-login). */
export const RECENT_LOGIN_SECONDS = 10 * 60;

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const PANEL_SESSION = { inactivitySeconds: PANEL_INACTIVITY_MS / 1000, absoluteSeconds: 12 * HOUR_SECONDS };
/** Lifetimes of a session: after its last renewal, and after its login in any case. */
export const SESSION_LIFETIMES: Readonly<Record<TokenRole, { inactivitySeconds: number; absoluteSeconds: number }>> = {
  subscriber: { inactivitySeconds: 30 * DAY_SECONDS, absoluteSeconds: 90 * DAY_SECONDS },
  affiliate: PANEL_SESSION,
  administrator: PANEL_SESSION,
};
/** Sessions of one subject; a further login ends the least recently renewed one. */
export const MAX_SESSIONS = 50;

/** Issuers, and the roles that each may grant. */
export const ISSUERS = {
  identity: ['subscriber', 'administrator'],
  affiliate: ['affiliate'],
} as const satisfies Record<string, readonly TokenRole[]>;
export type Issuer = keyof typeof ISSUERS;

/** Cookies: view is accepted only by GET /redirect/payment, GET /uploads and receipts, refresh by the calls that renew or end a session. */
export const VIEW_COOKIES = {
  subscriber: 'subscriber_view',
  affiliate: 'affiliate_view',
  administrator: 'admin_view',
} as const satisfies Record<TokenRole, string>;
export const REFRESH_COOKIES = {
  subscriber: 'subscriber_refresh',
  affiliate: 'affiliate_refresh',
  administrator: 'admin_refresh',
} as const satisfies Record<TokenRole, string>;
/** The signed registration, which billing reads while the event of the registration has not reached it (docs/domain.md#payment-link). */
export const REGISTRATION_COOKIE = 'subscriber_registration';
/** Names a browser from which an account was opened before: its logins are counted apart from everybody else's. */
export const DEVICE_COOKIES = {
  subscriber: 'subscriber_device',
  affiliate: 'affiliate_device',
  administrator: 'admin_device',
} as const satisfies Record<TokenRole, string>;
