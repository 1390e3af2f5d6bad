/** Limits and defaults of the product; those of the offer are in offer.ts. */

export const MINIMUM_AGE = 18;
export const DEFAULT_MODEL_AGE = 18;
export const DEFAULT_SOURCE_ID = 'BA';
/** Wall-clock times in LIVE_TIME_ZONE. */
export const DEFAULT_LIVE_START = '21:00';
export const DEFAULT_LIVE_END = '01:00';
export const LIVE_TIME_ZONE = 'Europe/Paris';

/** Validity of a signed address of a file (docs/domain.md#locked-content). */
export const SIGNED_URL_SECONDS = 5 * 60;

export const NAME_LENGTH = { min: 2, max: 50 } as const;
export const EMAIL_MAX_LENGTH = 255;
export const PASSWORD_LENGTH = { min: 6, max: 100 } as const;

/** Limit of a JSON body, in the gateway and in services; a model with a thousand items uses about a tenth. */
export const JSON_BODY_MAX_BYTES = 1024 * 1024;

/** docs/domain.md#uploads */
export const VIDEO_MAX_BYTES = 200 * 1024 * 1024;
export const IMAGE_MAX_BYTES = 50 * 1024 * 1024;

export const CLIENT_CACHE_MS = 60_000;
export const PANEL_INACTIVITY_MS = 30 * 60_000;
/** Interval at which a panel checks for inactivity, and renews its session if the user was active. */
export const PANEL_INACTIVITY_CHECK_MS = 60_000;
export const RESET_SUCCESS_REDIRECT_MS = 2_000;
export const RESET_INVALID_REDIRECT_MS = 3_000;

/** Shares of medias_count that are shown for missing counts (docs/domain.md#models). */
export const FALLBACK_VIDEOS_SHARE = 0.3;
export const FALLBACK_LIVES_SHARE = 0.1;
/** Maximum number of items in one media list. */
export const MEDIA_LIST_MAX_ITEMS = 1_000;

/** Maximum number of models in one page of a list. */
export const MODEL_PAGE_MAX = 200;
/** Maximum number of models, and of affiliates, in an overview: those with the highest figures. */
export const OVERVIEW_ROWS = 200;
/** Maximum number of partner calls, and of mails, in a person's timeline: the latest. */
export const TIMELINE_ROWS = 200;
/** Days for which a model counts as new. */
export const NEW_MODEL_DAYS = 30;
