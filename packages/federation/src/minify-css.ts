import webpack from 'webpack';
import type { Compiler } from 'webpack';

const STRING = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/;
const COMMENT = /\/\*[\s\S]*?\*\//;
const SPACE = /\s+/;
const AROUND = /\s*([{};,])\s*/;
const COMMENTS = new RegExp(`(${STRING.source})|${COMMENT.source}`, 'g');
const SPACES = new RegExp(`(${STRING.source})|${AROUND.source}|${SPACE.source}`, 'g');

/** Drops comments and needless space, nothing else: what compression does not already make small. */
export const minifyCss = (css: string): string =>
  css
    .replace(COMMENTS, (_, string: string | undefined) => string ?? ' ')
    .replace(SPACES, (_, string: string | undefined, mark: string | undefined) => string ?? mark ?? ' ')
    .replace(/;}/g, '}')
    .trim();

export class MinifyCssPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('MinifyCssPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'MinifyCssPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE },
        (assets) => {
          for (const [name, source] of Object.entries(assets))
            if (name.endsWith('.css'))
              compilation.updateAsset(name, new webpack.sources.RawSource(minifyCss(source.source().toString())));
        },
      );
    });
  }
}
