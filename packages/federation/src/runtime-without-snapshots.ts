/*
 * Replaces the federation runtime's snapshots and its preloading of remote files (3 kB): the shell registers each remote by its
 * entry, and the page names the files to preload. `optimization.disableSnapshot` disables these plugins without removing their
 * code.
 */

export class SnapshotHandler {
  hooks = { applyPlugin: (): void => undefined };
  manifestCache = new Map<string, unknown>();
}

/** Called when a remote is registered again: there is no snapshot to clear. */
export const getGlobalRemoteInfo = (): { hostGlobalSnapshot: undefined } => ({ hostGlobalSnapshot: undefined });

const unavailable = (): never => {
  throw new Error('Preloading by the federation runtime is not part of this build');
};
export const formatPreloadArgs = unavailable;
export const normalizePreloadExposes = unavailable;
export const preloadAssets = unavailable;
export const defaultPreloadArgs = {};
