import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageAssets } from 'federation/page-assets-plugin';
import type { renderPage } from '../render.tsx';
import type { LoadModule } from './load-module.ts';
import { stylesheetOf } from './stylesheet.ts';
import type { Stylesheet } from './stylesheet.ts';

export type Render = typeof renderPage;
/** Built files of the page, style sheets with their text. */
export type OwnAssets = Omit<PageAssets, 'styles'> & {
  styles: Stylesheet[];
  /** Absent in development. */ worker: WorkerFiles | null;
};
/** Scripts outside of the page's own bundle. */
export interface WorkerFiles {
  serviceWorker: string;
  offlinePage: string;
}
interface OwnBuild {
  assets: OwnAssets;
  render: Render;
}

const readJson = async <Content>(path: string) => JSON.parse(await readFile(path, 'utf8')) as Content;

/** Gives access to the shell's own build: its files for the page, and its components as a module for this process. */
export const createOwnBuild = ({
  dist,
  isWatching,
  load,
}: {
  dist: string;
  /** Whether styles are linked: hot updates replace links. */ isWatching: boolean;
  load: LoadModule;
}) => {
  let current: (OwnBuild & { file: string }) | null = null;
  const readStyle = async (href: string): Promise<Stylesheet> =>
    isWatching ? { href } : stylesheetOf(href, await readFile(join(dist, href), 'utf8'));
  const readWorker = async (): Promise<WorkerFiles | null> => {
    if (isWatching) return null;
    const [serviceWorker, offlinePage] = await Promise.all(
      ['service-worker.js', 'offline-page.js'].map((name) => readFile(join(dist, 'worker', name), 'utf8')),
    );
    return { serviceWorker: serviceWorker ?? '', offlinePage: offlinePage ?? '' };
  };
  return {
    current: (): OwnBuild | null => current,
    /** Reads the build again (it changes in development). @throws Error when there is no build */
    refresh: async (): Promise<void> => {
      const files = await readJson<PageAssets>(join(dist, 'page-assets.json'));
      const [styles, worker] = await Promise.all([Promise.all(files.styles.map(readStyle)), readWorker()]);
      const assets: OwnAssets = { ...files, styles, worker };
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
