import webpack from 'webpack';
import type { Chunk, Compiler } from 'webpack';

/** File from which the shell's server reads the assets for the page's head. */
export const PAGE_ASSETS_FILE = 'page-assets.json';
/** Addresses relative to the site's root. */
export interface PageAssets {
  /** Script that a page runs before all others: it loads the entry's scripts after the first paint. */
  first: string;
  /** Scripts of the entry. */
  scripts: string[];
  styles: string[];
  /** Scripts that the entry imports; all are needed to start. */
  preloads: string[];
  fonts: string[];
}

/** Lists the files of the shell's entry and of its imports, except low-priority imports, which load later. */
export class PageAssetsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PageAssetsPlugin', (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: 'PageAssetsPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          const entry = compilation.entrypoints.get('main');
          if (!entry) return;
          const chunks = new Set<Chunk>();
          const ledTo = (group: typeof entry | ReturnType<typeof entry.getChildren>[number]) =>
            group.getChildren().filter(({ options }) => options.fetchPriority !== 'low');
          for (const group of [entry, ...ledTo(entry), ...ledTo(entry).flatMap(ledTo)])
            group.chunks.forEach((chunk) => chunks.add(chunk));
          const addresses = (names: Iterable<string>, ending: string) =>
            [...new Set(names)]
              .filter((name) => name.endsWith(ending) && !name.includes('.hot-update.'))
              .map((name) => `/${name}`);
          const all = [...chunks].flatMap((chunk) => [...chunk.files]);
          const [first] = addresses(Object.keys(compilation.assets), '.js').filter((name) =>
            name.includes('/first-script.'),
          );
          if (!first) throw new Error('The entry does not import first-script.ts');
          const entryScripts = addresses(entry.getFiles(), '.js');
          const assets: PageAssets = {
            first,
            scripts: entryScripts,
            styles: addresses(all, '.css'),
            preloads: addresses(all, '.js').filter((name) => !entryScripts.includes(name)),
            fonts: addresses(Object.keys(compilation.assets), '.woff2'),
          };
          compilation.emitAsset(PAGE_ASSETS_FILE, new webpack.sources.RawSource(JSON.stringify(assets)));
        },
      );
    });
  }
}
