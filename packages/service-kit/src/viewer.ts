import type { Actor } from 'contracts/events';

/** A subject to which a token can be granted. */
export type Person =
  | { role: 'subscriber'; id: string }
  | { role: 'affiliate'; id: string; slug: string }
  | { role: 'administrator'; id: string };

/** The session of a token, as its claims state it. */
export interface ViewerSession {
  sessionId: string;
  /** Instant of the last authentication, in seconds since 1970 (the claim `auth_time` of OpenID Connect). */
  authenticatedAt: number;
}

/** Sender of a request, as the service itself has verified it. */
export type Viewer = { role: 'visitor' } | (Person & ViewerSession);

export const VISITOR: Viewer = { role: 'visitor' };
/** Returns the actor of a viewer's changes. */
export const actorOf = (viewer: Viewer): Actor => ({ role: viewer.role, id: 'id' in viewer ? viewer.id : null });
/** The viewer's name inside a signed address: "subscriber:<id>". */
export const viewerKey = (viewer: Person | { role: 'visitor' }): string =>
  'id' in viewer ? `${viewer.role}:${viewer.id}` : viewer.role;
