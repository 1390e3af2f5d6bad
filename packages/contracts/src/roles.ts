import { PANEL_INACTIVITY_MS } from './limits.ts';

/** Roles of actors. `visitor`: anyone without a token; `system`: a service acting by itself (schedules, sweeps). */
export const ROLES = ['visitor', 'subscriber', 'affiliate', 'administrator', 'partner', 'system'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a token can carry. */
export const TOKEN_ROLES = ['subscriber', 'affiliate', 'administrator'] as const satisfies readonly Role[];
export type TokenRole = (typeof TOKEN_ROLES)[number];
/** Roles with a panel; the audit trail records their actions. */
export const PANEL_ROLES = ['administrator', 'affiliate'] as const satisfies readonly TokenRole[];
export type PanelRole = (typeof PANEL_ROLES)[number];

/** `aud` claim of every token. */
export const TOKEN_AUDIENCE = 'platform';
export const ACCESS_TOKEN_SECONDS = 15 * 60;
/** Maximum lifetime of a token, and therefore the retention time of a revocation. */
export const VIEW_COOKIE_SECONDS = 12 * 60 * 60;

/** Maximum age of the last login or password confirmation for a sensitive change (docs/sessions.md#recent-login). */
export const RECENT_LOGIN_SECONDS = 10 * 60;

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const PANEL_SESSION = { inactivitySeconds: PANEL_INACTIVITY_MS / 1000, absoluteSeconds: 12 * HOUR_SECONDS };
/** Lifetimes of a session: since its last renewal, and since its login. */
export const SESSION_LIFETIMES: Readonly<Record<TokenRole, { inactivitySeconds: number; absoluteSeconds: number }>> = {
  subscriber: { inactivitySeconds: 30 * DAY_SECONDS, absoluteSeconds: 90 * DAY_SECONDS },
  affiliate: PANEL_SESSION,
  administrator: PANEL_SESSION,
};
/** Maximum number of sessions per subject; a further login ends the least recently renewed one. */
export const MAX_SESSIONS = 50;

/** Issuers, and the roles that each may grant. */
export const ISSUERS = {
  identity: ['subscriber', 'administrator'],
  affiliate: ['affiliate'],
} as const satisfies Record<string, readonly TokenRole[]>;
export type Issuer = keyof typeof ISSUERS;

/**
 * Cookies. `view` is accepted only by GET /redirect/payment, GET /uploads and receipts; `refresh` by the calls that renew or end a
 * session.
 */
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
/** Signed registration, which billing reads until it has received the registration's event (docs/domain.md#payment-link). */
export const REGISTRATION_COOKIE = 'subscriber_registration';
/** Identifies a browser that has logged in to an account before: its login attempts are counted separately from all others. */
export const DEVICE_COOKIES = {
  subscriber: 'subscriber_device',
  affiliate: 'affiliate_device',
  administrator: 'admin_device',
} as const satisfies Record<TokenRole, string>;
