import { INITIAL_DATA_ID } from 'web-kit/initial-data';
import type { InitialData } from 'web-kit/initial-data';
import { THEME_COLOURS } from 'web-kit/theme';
import { APP_CONFIG_ID } from '../app-config.ts';
import type { AppConfig } from '../app-config.ts';
import { jsonBlock, tag } from './markup.ts';
import type { OwnAssets } from './own-build.ts';
import type { RemoteAssets } from './remote-bundle.ts';
import type { Stylesheet } from './stylesheet.ts';
import { FIRST_SCRIPT_ID, LOAD_FAILURE } from './load-failure.ts';
import { THEME_SCRIPT } from './theme-script.ts';

interface Template {
  /** Title and meta elements. */
  head: string;
  /** The page's HTML; empty when the browser renders it. */
  content: string;
  appConfig: AppConfig;
  initialData: InitialData;
  assets: OwnAssets;
  styles: Stylesheet[];
  /** Files of the public micro-frontend, on pages that show it. */
  remote: RemoteAssets | null;
  /** Manifest to preload; absent where the server has rendered the content. */
  manifest?: string | undefined;
}

const preload = (href: string, as: 'fetch' | 'font') =>
  tag('link', { rel: 'preload', href, as, ...(as === 'font' ? { type: 'font/woff2' } : {}), crossorigin: 'anonymous' });

/**
 * Returns the fonts as a `Link` header (RFC 8288): they are requested when the response begins, before its HTML is parsed, so that
 * the first paint uses them.
 */
export const fontsHeader = (fonts: readonly string[]): string =>
  fonts.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(', ');

/** Returns the tag of a style sheet. Chunk loaders recognise an inlined one by `data-href`. */
export const stylesheetTag = ({ href, inline }: Stylesheet) =>
  inline ? `${tag('style', { 'data-href': href })}${inline.text}</style>` : tag('link', { rel: 'stylesheet', href });
const script = (attributes: Readonly<Record<string, string>>) => `${tag('script', attributes)}</script>`;
const preloadScript = (attributes: Readonly<Record<string, string>>) => (href: string) =>
  tag('link', { rel: 'preload', href, as: 'script', fetchpriority: 'low', ...attributes });

/**
 * Returns the script tags of a page. A page rendered by the server is readable without scripts: its first script starts the others,
 * in this order: dependencies of an entry come before it, and the shell waits for no micro-frontend. An empty page needs all of
 * them at once.
 */
const scriptTags = (
  isPainted: boolean,
  { first, scripts, preloads }: OwnAssets,
  remote: RemoteAssets | null,
): string[] =>
  isPainted
    ? [
        script({ id: FIRST_SCRIPT_ID, src: first, async: '' }),
        ...[...preloads, ...scripts, ...(remote ? [...remote.scripts, remote.entry] : [])].map(
          preloadScript({ media: 'not all' }),
        ),
      ]
    : [
        ...scripts.map((src) => script({ src, defer: '' })),
        ...[...preloads, ...(remote ? [remote.entry, ...remote.scripts] : [])].map(preloadScript({})),
      ];

/** Tags for both themes, with the colour of the browser's toolbars in each. */
export const THEME_TAGS = [
  '<meta name="color-scheme" content="dark light">',
  ...Object.entries(THEME_COLOURS).map(([theme, content]) =>
    tag('meta', { name: 'theme-color', content, media: `(prefers-color-scheme: ${theme})` }),
  ),
  `<script>${THEME_SCRIPT.text}</script>`,
].join('');

/** Returns the content of `<noscript>`, with classes of the page's style sheets. */
const withoutScripts = (isPainted: boolean): string => {
  const text = isPainted
    ? 'Pour vous inscrire, vous connecter ou débloquer un contenu, activez JavaScript dans votre navigateur.'
    : 'Cette page a besoin de JavaScript. Activez-le dans votre navigateur, puis rechargez la page.';
  return `<noscript><p class="page section center" role="status">${text}</p>${isPainted ? '' : '<p class="page center"><a href="/">Retour à l’accueil</a></p>'}</noscript>`;
};

/**
 * Renders the whole document. Its inline scripts, for the theme and for load failures, are allowed by the policy; data blocks are
 * not executed.
 */
export const renderPage = ({
  head,
  content,
  appConfig,
  initialData,
  assets,
  styles,
  remote,
  manifest,
}: Template): string =>
  [
    '<!doctype html><html lang="fr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    head,
    THEME_TAGS,
    '<link rel="icon" href="/favicon.ico" sizes="48x48"><link rel="icon" href="/favicon.svg" sizes="any" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
    ...assets.fonts.map((href) => preload(href, 'font')),
    `<script>${LOAD_FAILURE.script.text}</script>`,
    ...scriptTags(content !== '', assets, remote),
    manifest ? preload(manifest, 'fetch') : '',
    ...styles.map(stylesheetTag),
    '</head><body>',
    withoutScripts(content !== ''),
    content === '' ? LOAD_FAILURE.page : LOAD_FAILURE.notice,
    `<div id="root">${content}</div>`,
    jsonBlock(APP_CONFIG_ID, appConfig),
    jsonBlock(INITIAL_DATA_ID, initialData),
    '</body></html>',
  ].join('');
