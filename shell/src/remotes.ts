import { getInstance, loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { AppConfig, RemoteName, RemoteSource } from './app-config.ts';
import { nextTask } from './next-task.ts';

/** Timeout for the entry of a remote. */
const LOADING_TIMEOUT_MS = 8_000;

type RemoteModule = { default: ComponentType };

/** Lazy components, cached here: if created at each rendering, a failing remote would be fetched without pause. */
const components = new Map<RemoteName, ComponentType>();
const sources = new Map<RemoteName, RemoteSource>();
const entries = new Map<RemoteName, string>();

export const registerMicrofrontends = ({ remotes }: AppConfig): void => {
  for (const [name, source] of Object.entries(remotes)) sources.set(name as RemoteName, source);
};

/** Returns the present container of a micro-frontend, named by its manifest. */
const entryOf = async (manifest: string, signal: AbortSignal): Promise<string> => {
  const response = await fetch(manifest, { signal });
  if (!response.ok) throw new Error(`${manifest} responded ${response.status}`);
  const { metaData } = (await response.json()) as {
    metaData: { publicPath: string; remoteEntry: { path: string; name: string } };
  };
  return metaData.publicPath + metaData.remoteEntry.path + metaData.remoteEntry.name;
};

const loadFrom = async (name: RemoteName, entry: string): Promise<RemoteModule> => {
  const formerEntry = entries.get(name);
  if (formerEntry !== entry) registerRemotes([{ name, entry }], { force: formerEntry !== undefined });
  entries.set(name, entry);
  const createModule = await loadRemote<() => Promise<RemoteModule>>(`${name}/app`, {
    loadFactory: false,
    from: 'runtime',
  });
  if (!createModule) throw new Error(`${name} has no app`);
  await nextTask();
  return createModule();
};

/**
 * Loads the entry named by the page, with the manifest as the fallback: a newer one may have been deployed since the page was
 * rendered, and a file whose preload failed is fetched again only under another address.
 */
const loadPresent = async (name: RemoteName, signal: AbortSignal): Promise<RemoteModule> => {
  const source = sources.get(name);
  if (!source) throw new Error(`The page has no address of ${name}`);
  await nextTask();
  if (source.entry) {
    try {
      return await loadFrom(name, source.entry);
    } catch {
      return loadFrom(name, await entryOf(source.manifest, signal));
    }
  }
  return loadFrom(name, await entryOf(source.manifest, signal));
};

const load = async (name: RemoteName): Promise<RemoteModule> => {
  const signal = AbortSignal.timeout(LOADING_TIMEOUT_MS);
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new Error(`${name} took too long to load`)));
  return Promise.race([loadPresent(name, signal), tooLate]);
};

/** Returns the micro-frontend's component, loaded on first use and cached until it is invalidated. */
export const microfrontend = (name: RemoteName): ComponentType => {
  const cached = components.get(name);
  if (cached) return cached;
  const component = lazy(() => load(name));
  components.set(name, component);
  return component;
};

/** Makes the next rendering load a failed micro-frontend again, and shared modules whose rejected promise the federation caches. */
export const invalidateMicrofrontend = (name: RemoteName): void => {
  components.delete(name);
  for (const versions of Object.values(getInstance()?.shareScopeMap.default ?? {}))
    for (const shared of Object.values(versions)) if (!shared.loaded) shared.loading = null;
};
