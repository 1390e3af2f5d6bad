/** Who may act. `visitor` is everybody without a token; `system` is a service by itself (schedules, sweeps). */
export const ROLES = ['visitor', 'subscriber', 'affiliate', 'administrator', 'partner', 'system'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a token can carry. */
export type TokenRole = Extract<Role, 'subscriber' | 'affiliate' | 'administrator'>;

/** `aud` of every token (design, section 3). */
export const TOKEN_AUDIENCE = 'platform';
/** Seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
export const VIEW_COOKIE_SECONDS = 12 * 60 * 60;
export const REFRESH_SECONDS = 30 * 24 * 60 * 60;

/** Issuers, and the roles that each may grant. */
export const ISSUERS = {
  identity: ['subscriber', 'administrator'],
  affiliate: ['affiliate'],
} as const satisfies Record<string, readonly TokenRole[]>;
export type Issuer = keyof typeof ISSUERS;

/** Cookies: accepted only by GET /redirect/payment and GET /uploads (view) and by the refresh calls (refresh). */
export const VIEW_COOKIES = { subscriber: 'subscriber_view', affiliate: 'affiliate_view', administrator: 'admin_view' } as const satisfies Record<TokenRole, string>;
export const REFRESH_COOKIES = { subscriber: 'subscriber_refresh', affiliate: 'affiliate_refresh', administrator: 'admin_refresh' } as const satisfies Record<TokenRole, string>;
