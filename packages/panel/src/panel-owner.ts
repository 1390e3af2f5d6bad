import type { PanelSession } from 'web-kit/session';

/** User of a panel. */
export interface PanelOwner {
  session: PanelSession;
  /** Slug of the affiliate; null: the administrator, for the whole platform. */
  slug: string | null;
}
