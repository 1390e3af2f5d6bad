import type { Actor } from 'contracts/events';

/** Who is asking, as the service itself has verified it. */
export type Viewer =
  | { role: 'visitor' }
  | { role: 'subscriber'; id: string }
  | { role: 'affiliate'; id: string; slug: string }
  | { role: 'administrator'; id: string };

export const VISITOR: Viewer = { role: 'visitor' };
export const actorOf = (viewer: Viewer): Actor => ({ role: viewer.role, id: 'id' in viewer ? viewer.id : null });
/** The viewer's name inside a signed address: "subscriber:<id>". */
export const viewerKey = (viewer: Viewer): string => ('id' in viewer ? `${viewer.role}:${viewer.id}` : viewer.role);
