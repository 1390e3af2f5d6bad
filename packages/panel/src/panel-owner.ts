import type { PanelSession } from 'web-kit/session';

/** Returns the name under which password managers store a password: all panels have one origin. */
export const usernameOf = (slug: string | null = null): string => slug ?? 'administration';

/** User of a panel. */
export interface PanelOwner {
  session: PanelSession;
  /** Slug of the affiliate; null: the administrator, for the whole platform. */
  slug: string | null;
}
