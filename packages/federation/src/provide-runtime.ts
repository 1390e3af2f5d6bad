import * as core from '@module-federation/runtime-core';

/**
 * The shell brings the federation's runtime for all: production micro-frontends take it from this global variable in place of
 * a copy of their own. Named by `experiments.externalRuntime`, whose own counterpart for the host would bring it a second time.
 */
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

/** Registered as a plugin of the runtime so that it runs before any micro-frontend; it changes nothing else. */
export default function provideRuntime() {
  return { name: 'provide-runtime' };
}
