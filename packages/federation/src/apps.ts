import { resolve } from 'node:path';
import { MICROFRONTENDS, pagesWhere } from 'contracts/pages';
import type { MicrofrontendName } from 'contracts/pages';

export const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** A front end that is built: the shell, or a micro-frontend that the shell loads at run time. */
export interface App {
  /** Name among the federation's containers: a global variable in the browser, so never a reserved word. */
  federationName: string;
  folder: string;
  /** Path below which the browser finds its files. */
  publicPath: string;
  /** Absent for the shell, which exposes nothing. */
  exposes?: Readonly<Record<string, string>>;
  /** Entry of its server bundle, where the server renders it. */
  serverEntry?: string;
  /** Scripts that run outside of the pages' own, each by itself: name and entry. */
  workerEntries?: Readonly<Record<string, string>>;
  /** Variable with the port of its development server. */
  developmentPort: string;
}

const isRendered = (name: MicrofrontendName) =>
  pagesWhere((page) => page.microfrontend === name && page.server !== undefined).length > 0;

const microfrontend = (name: MicrofrontendName): App => ({
  federationName: `mf_${name}`,
  folder: resolve(REPOSITORY, 'microfrontends', name),
  publicPath: `/remotes/${name}/`,
  exposes: { './app': './src/app.tsx' },
  ...(isRendered(name) && { serverEntry: './src/app.tsx' }),
  developmentPort: `MF_${name.toUpperCase()}_PORT`,
});

export const APPS = {
  shell: {
    federationName: 'shell',
    folder: resolve(REPOSITORY, 'shell'),
    publicPath: '/',
    serverEntry: './src/render.tsx',
    workerEntries: {
      'service-worker': './src/service-worker/index.ts',
      'offline-page': './src/offline-page/index.ts',
    },
    developmentPort: 'SHELL_ASSETS_PORT',
  },
  ...(Object.fromEntries(MICROFRONTENDS.map((name) => [name, microfrontend(name)])) as Record<MicrofrontendName, App>),
} satisfies Record<string, App>;

export type AppName = keyof typeof APPS;
/** Whether a name is that of a front end. */
export const isAppName = (name: string): name is AppName => name in APPS;

/** Folder of a front end's build. Development has one of its own, so that it is never taken for the production build. */
export const outputOf = ({ folder }: App, mode: 'production' | 'development'): string =>
  resolve(folder, mode === 'production' ? 'dist' : '.cache/development');
