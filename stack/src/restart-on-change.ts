import { watch } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const watched = new Map<string, Set<string>>();
let isEnding = false;

const watchModule = (file: string): void => {
  const folder = dirname(file);
  const names = watched.get(folder);
  if (names) return void names.add(basename(file));
  const known = new Set([basename(file)]);
  watched.set(folder, known);
  const watcher = watch(folder, (_event, name) => {
    if (isEnding || name === null || !known.has(name)) return;
    isEnding = true;
    process.kill(process.pid, 'SIGINT');
  });
  watcher.unref();
};

/**
 * Preloaded into a process in development (`--import`): ends it when a loaded module changes, so that its supervisor restarts it.
 * Watches folders, since a save that replaces the file (vim, sed -i, git) ends a watch of the file itself: `node --watch` misses
 * all later saves (seen with 24.21 on Linux).
 */
registerHooks({
  load: (url, context, nextLoad) => {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) watchModule(fileURLToPath(url));
    return nextLoad(url, context);
  },
});
