/** The package contains no types for this file. */
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  import type { ConsumesOptions } from '@module-federation/webpack-bundler-runtime/bundler';

  export function consumes(options: ConsumesOptions): void;
}
