import { createHash } from 'node:crypto';
import webpack from 'webpack';
import type { Compiler } from 'webpack';

/** File that names the current server bundle. */
export const SERVER_BUNDLE_FILE = 'bundle.json';
export interface ServerBundle {
  file: string;
  /** Hash of the file, in hexadecimal. */
  sha256: string;
}

/** Writes `bundle.json` beside the server bundle, which is a single file that includes the lazy pages. */
export class ServerBundlePlugin {
  apply(compiler: Compiler): void {
    new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }).apply(compiler);
    compiler.hooks.thisCompilation.tap('ServerBundlePlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'ServerBundlePlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const file = compilation.entrypoints
            .get('app')
            ?.getFiles()
            .find((name) => name.endsWith('.mjs'));
          const source = file && compilation.getAsset(file)?.source.buffer();
          if (!file || !source) return;
          const bundle: ServerBundle = { file, sha256: createHash('sha256').update(source).digest('hex') };
          compilation.emitAsset(SERVER_BUNDLE_FILE, new webpack.sources.RawSource(JSON.stringify(bundle)));
        },
      );
    });
  }
}
