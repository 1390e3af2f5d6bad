import type { ProvidedRuntime } from './shell-runtime.ts';

/**
 * Replaces the bundler's part of the federation runtime (5 kB) in production micro-frontends by the shell's, which is already
 * loaded.
 */
const { runtime, bundlerRuntime, attachShareScopeMap } = (
  globalThis as typeof globalThis & { _FEDERATION_BUNDLER_RUNTIME: ProvidedRuntime }
)._FEDERATION_BUNDLER_RUNTIME;

export default {
  runtime: {
    ...runtime,
    /** The runtime's own `init` would replace the instance that the shell's `loadRemote` uses. */
    init: (options: Parameters<typeof runtime.createInstance>[0]) => {
      const instance = runtime.getInstance((candidate) => candidate.options.name === options.name);
      if (!instance) return runtime.createInstance(options);
      instance.initOptions(options);
      return instance;
    },
  },
  bundlerRuntime: { ...bundlerRuntime, S: {} },
  attachShareScopeMap,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntimeOptions: {},
};
