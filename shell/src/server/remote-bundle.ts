import { createHash } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from 'contracts/durations';
import type { ComponentType } from 'react';
import { z } from 'zod';
import type { LoadModule } from './load-module.ts';
import { stylesheetOf } from './stylesheet.ts';
import type { Stylesheet } from './stylesheet.ts';

/** A development server delays its responses until it has compiled the saved files. */
const FETCH_TIMEOUT_MS = { watching: 20_000, production: 2_000 };
const OLD_BUNDLE_TTL_MS = DAY_MS;

const bundleFile = z.object({ file: z.string().regex(/^[\w.-]+\.mjs$/), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const names = z.array(z.string().regex(/^[\w./-]+$/));
const manifestFile = z.object({
  metaData: z.object({
    publicPath: z.string().regex(/^\/[\w./-]*$/),
    remoteEntry: z.object({ name: z.string(), path: z.string() }),
  }),
  exposes: z.array(
    z.object({
      name: z.string(),
      assets: z.object({ js: z.object({ sync: names }), css: z.object({ sync: names, async: names }) }),
    }),
  ),
});

/** Addresses of the files that the browser needs of a micro-frontend for its first screen. */
export interface RemoteAssets {
  styles: Stylesheet[];
  /** Style sheets of the chunk `legal`, the only lazy chunk that the server renders (`app.tsx` of the public micro-frontend). */
  legalStyles: Stylesheet[];
  /** Container, which loads the rest. */
  entry: string;
  /** Chunks that the container requests at once. */
  scripts: string[];
}
export interface RemoteBundle {
  App: ComponentType;
  assets: RemoteAssets;
}

/** @param styleOf creates a style sheet from its address in the page and its name on the micro-frontend's server */
const assetsOf = async (
  manifest: unknown,
  styleOf: (href: string, name: string) => Promise<Stylesheet>,
): Promise<RemoteAssets> => {
  const { metaData, exposes } = manifestFile.parse(manifest);
  const app = exposes.find(({ name }) => name === 'app');
  const address = (name: string) => metaData.publicPath + name;
  const stylesOf = (names: readonly string[]) => Promise.all(names.map((name) => styleOf(address(name), name)));
  return {
    styles: await stylesOf(app?.assets.css.sync ?? []),
    legalStyles: await stylesOf((app?.assets.css.async ?? []).filter((name) => /(?:^|\/)legal\./.test(name))),
    entry: address(metaData.remoteEntry.path + metaData.remoteEntry.name),
    scripts: (app?.assets.js.sync ?? []).map(address),
  };
};

/**
 * Loads the public micro-frontend as a module of this process: fetched, checked by its hash, and stored in a folder inside the
 * shell's package so that it resolves the same react. `refresh` checks whether another version is deployed.
 */
export const createRemoteBundle = ({
  url,
  folder,
  isWatching,
  load,
}: {
  url: string;
  folder: string;
  /** Whether styles are linked: hot updates replace links. */ isWatching: boolean;
  load: LoadModule;
}) => {
  let current: { sha256: string; bundle: RemoteBundle } | null = null;

  const get = async (path: string): Promise<Response> => {
    const timeoutMs = isWatching ? FETCH_TIMEOUT_MS.watching : FETCH_TIMEOUT_MS.production;
    const response = await fetch(`${url}/${path}`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`${url}/${path} responded ${response.status}`);
    return response;
  };

  const styleOf = async (href: string, name: string): Promise<Stylesheet> => {
    if (isWatching) return { href };
    // The name of a style sheet changes with its content, so known ones need no request.
    const { styles = [], legalStyles = [] } = current?.bundle.assets ?? {};
    const cachedStyle = [...styles, ...legalStyles].find((style) => style.href === href);
    return cachedStyle ?? stylesheetOf(href, await (await get(name)).text());
  };

  const store = async (file: string, sha256: string): Promise<string> => {
    const target = join(folder, `${sha256}.mjs`);
    const isCached = await access(target).then(
      () => true,
      () => false,
    );
    if (isCached) return target;
    const code = Buffer.from(await (await get(`server/${file}`)).arrayBuffer());
    if (createHash('sha256').update(code).digest('hex') !== sha256) throw new Error(`${file} does not match its hash`);
    await mkdir(folder, { recursive: true });
    const written = `${target}.${process.pid}`;
    await writeFile(written, code);
    await rename(written, target);
    return target;
  };

  const removeOldBundles = async (currentPath: string) => {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (path !== currentPath && Date.now() - (await stat(path)).mtimeMs > OLD_BUNDLE_TTL_MS)
        await rm(path, { force: true });
    }
  };

  return {
    /** Returns the last bundle that could be loaded. */
    current: (): RemoteBundle | null => current?.bundle ?? null,
    /**
     * Loads a newer bundle.
     * @throws Error when it cannot be fetched, does not match its hash, or fails to load; the previous one stays
     */
    refresh: async (): Promise<void> => {
      const [bundle, manifest] = await Promise.all([get('server/bundle.json'), get('mf-manifest.json')]);
      const { file, sha256 } = bundleFile.parse(await bundle.json());
      const assets = await assetsOf(await manifest.json(), styleOf);
      if (current?.sha256 === sha256) {
        current = { sha256, bundle: { App: current.bundle.App, assets } };
        return;
      }
      const path = await store(file, sha256);
      const module = await load<{ default?: ComponentType }>(path);
      if (typeof module.default !== 'function') throw new Error(`${file} exports no component`);
      current = { sha256, bundle: { App: module.default, assets } };
      await removeOldBundles(path);
    },
  };
};
