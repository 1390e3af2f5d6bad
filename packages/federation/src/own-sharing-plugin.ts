import webpack from 'webpack';
import type { Compiler } from 'webpack';

/**
 * Removes webpack's own registration of shared modules (0.4 kB per container): the federation runtime's module of the same name
 * replaces it before it is called.
 */
export class OwnSharingPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('OwnSharingPlugin', (compilation) =>
      compilation.hooks.runtimeModule.tap('OwnSharingPlugin', (module) => {
        if (module.name === 'sharing' && module.stage === webpack.RuntimeModule.STAGE_NORMAL)
          module.generate = () => null;
      }),
    );
  }
}
