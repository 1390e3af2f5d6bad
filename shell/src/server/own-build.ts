import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageAssets } from 'federation/page-assets-plugin';
import type { renderPage } from '../render.tsx';
import type { LoadModule } from './load-module.ts';

export type Render = typeof renderPage;
interface OwnBuild {
  assets: PageAssets;
  render: Render;
}

const readJson = async <Content>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Content;

/** The shell's own build: its files for the page, and its components as a module for this process. */
export const createOwnBuild = ({ dist, load }: { dist: string; load: LoadModule }) => {
  let current: (OwnBuild & { file: string }) | null = null;
  return {
    current: (): OwnBuild | null => current,
    /** Reads it again (in development it changes). @throws Error when there is no build */
    refresh: async (): Promise<void> => {
      const assets = await readJson<PageAssets>(join(dist, 'page-assets.json'));
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
