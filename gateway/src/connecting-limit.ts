/**
 * Milliseconds, of an agent's new connections: what a request itself may take counts only from when it is connected, and an
 * address that nobody answers at (a node that is gone) would be tried for two minutes.
 */
export const CONNECTING_LIMIT = 3_000;
