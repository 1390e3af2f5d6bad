import type { Actor } from 'contracts/events';

/** Subject to which a token can be granted. */
export type Person =
  | { role: 'subscriber'; id: string }
  | { role: 'affiliate'; id: string; slug: string }
  | { role: 'administrator'; id: string };

/** Session of a token, from its claims. */
export interface ViewerSession {
  sessionId: string;
  /** Instant of the last authentication, in seconds since 1970 (the claim `auth_time` of OpenID Connect). */
  authenticatedAt: number;
}

/** Sender of a request, verified by the service itself. */
export type Viewer = { role: 'visitor' } | (Person & ViewerSession);

export const VISITOR: Viewer = { role: 'visitor' };
/** Returns the actor of a viewer's changes. */
export const actorOf = (viewer: Viewer): Actor => ({ role: viewer.role, id: 'id' in viewer ? viewer.id : null });
/** Returns the viewer's identifier in signed addresses: "subscriber:<id>". */
export const viewerKey = (viewer: Person | { role: 'visitor' }): string =>
  'id' in viewer ? `${viewer.role}:${viewer.id}` : viewer.role;
