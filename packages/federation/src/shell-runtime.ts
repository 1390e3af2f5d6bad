import { createInstance, getInstance, init } from '@module-federation/runtime';
import type { Federation, WebpackRequire } from '@module-federation/webpack-bundler-runtime/bundler';
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js';
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js';

/** The shell's part of the bundler's runtime, for `remote-runtime.ts`. */
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
 * The shell brings the federation's runtime for all: production micro-frontends take it from this global variable in place of a
 * copy of their own.
 */
Object.assign(globalThis, { _FEDERATION_BUNDLER_RUNTIME: provided });

/**
 * Replaces the bundler's part of the federation runtime in the production shell, without parts that no container here uses (3 kB):
 * remotes that the build knows, shared modules that are consumed before they are loaded, or of which a server has left out parts.
 */
export default {
  ...provided,
  runtime: { ...provided.runtime, init },
  instance: undefined as Federation['instance'],
  initOptions: undefined as Federation['initOptions'],
  bundlerRuntimeOptions: {},
};
