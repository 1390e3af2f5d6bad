import * as runtime from '@module-federation/runtime';
import * as core from '@module-federation/runtime-core';
import federation from '@module-federation/webpack-bundler-runtime/bundler';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';

/** What the shell brings of the bundler's part of the runtime, for `remote-runtime.ts`. */
export type ProvidedRuntime = typeof provided;
const provided = {
  ...federation,
  runtime,
  // Left out of the shell's own build, which is no container.
  bundlerRuntime: { ...federation.bundlerRuntime, initContainerEntry },
};

/**
 * The shell brings the federation's runtime for all: production micro-frontends take it from these global variables in place of
 * a copy of their own. The first is named by `experiments.externalRuntime`, whose own counterpart for the host would bring it a
 * second time.
 */
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core, _FEDERATION_BUNDLER_RUNTIME: provided });

/** Registered as a plugin of the runtime so that it runs before any micro-frontend; it changes nothing else. */
export default function provideRuntime() {
  return { name: 'provide-runtime' };
}
