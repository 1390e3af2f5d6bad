import { createInstance, getInstance, init } from '@module-federation/runtime';
import type { Federation, WebpackRequire } from '@module-federation/webpack-bundler-runtime/bundler';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';

/** The shell's part of the bundler runtime, used by `remote-runtime.ts`. */
export type ProvidedRuntime = typeof provided;
const provided = {
  runtime: { createInstance, getInstance },
  bundlerRuntime: {
    consumes,
    I: initializeSharing,
    initContainerEntry,
    init: ({ webpackRequire: { federation } }: { webpackRequire: WebpackRequire }) => {
      if (!federation.initOptions) throw new Error('The container has no options');
      return federation.runtime?.init(federation.initOptions);
    },
    S: {},
  },
  attachShareScopeMap,
};

/**
 * The shell provides the federation runtime for all containers: production micro-frontends read it from this global variable
 * instead of bundling a copy.
 */
Object.assign(globalThis, { _FEDERATION_BUNDLER_RUNTIME: provided });

/**
 * Replaces the bundler's part of the federation runtime in the production shell, without features that no container uses (3 kB):
 * remotes known at build time, shared modules consumed before they are loaded, and shared modules tree-shaken by a server.
 */
export default {
  ...provided,
  runtime: { ...provided.runtime, init },
  instance: undefined as Federation['instance'],
  initOptions: undefined as Federation['initOptions'],
  bundlerRuntimeOptions: {},
};
