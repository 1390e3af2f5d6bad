import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageAssets } from 'federation/page-assets-plugin';
import type { renderPage } from '../render.tsx';
import type { LoadModule } from './load-module.ts';
import { stylesheetOf } from './stylesheet.ts';
import type { Stylesheet } from './stylesheet.ts';

export type Render = typeof renderPage;
/** Its files for the page, the stylesheets with what is in them. */
export type OwnAssets = Omit<PageAssets, 'styles'> & { styles: Stylesheet[] };
interface OwnBuild {
  assets: OwnAssets;
  render: Render;
}

const readJson = async <Content>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Content;

/** The shell's own build: its files for the page, and its components as a module for this process. */
export const createOwnBuild = ({
  dist,
  isWatching,
  load,
}: {
  dist: string;
  /** Styles are linked then: hot updates replace links. */ isWatching: boolean;
  load: LoadModule;
}) => {
  let current: (OwnBuild & { file: string }) | null = null;
  const readStyle = async (href: string): Promise<Stylesheet> =>
    isWatching ? { href } : stylesheetOf(href, await readFile(join(dist, href), 'utf8'));
  return {
    current: (): OwnBuild | null => current,
    /** Reads it again (in development it changes). @throws Error when there is no build */
    refresh: async (): Promise<void> => {
      const files = await readJson<PageAssets>(join(dist, 'page-assets.json'));
      const assets: OwnAssets = { ...files, styles: await Promise.all(files.styles.map(readStyle)) };
      const { file } = await readJson<{ file: string }>(join(dist, 'server/bundle.json'));
      if (current?.file === file) {
        current = { ...current, assets };
        return;
      }
      const { renderPage: render } = await load<{ renderPage: Render }>(join(dist, 'server', file));
      current = { file, assets, render };
    },
  };
};
