import type { PanelSession } from 'web-kit/session';

/** User of a panel. */
export interface PanelOwner {
  session: PanelSession;
  /** The affiliate's; null: the administrator's, of the whole platform. */
  slug: string | null;
}
