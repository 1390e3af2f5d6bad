import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { AppConfig, RemoteName } from './app-config.ts';

/** Milliseconds: the runtime itself waits without end for a manifest. */
const LOADING_LIMIT = 8_000;

/** Kept outside of components: made anew at each rendering, a failing remote would be fetched without pause. */
const loaded = new Map<RemoteName, ComponentType>();

export const registerMicrofrontends = ({ remotes }: AppConfig): void => registerRemotes(Object.entries(remotes).map(([name, entry]) => ({ name, entry })));

const load = async (name: RemoteName): Promise<{ default: ComponentType }> => {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(new Error(`${name} took too long to load`)), LOADING_LIMIT);
  try {
    const module = await Promise.race([loadRemote<{ default: ComponentType }>(`${name}/app`), tooLate]);
    if (!module) throw new Error(`${name} has no app`);
    return module;
  } finally {
    clearTimeout(limit);
  }
};

/** The micro-frontend's component, loaded when first shown; the same one until it is forgotten. */
export const microfrontend = (name: RemoteName): ComponentType => {
  const known = loaded.get(name);
  if (known) return known;
  const component = lazy(() => load(name));
  loaded.set(name, component);
  return component;
};

/** After a failure: the next rendering loads it again. */
export const forgetMicrofrontend = (name: RemoteName): void => {
  loaded.delete(name);
};
