import { createHash } from 'node:crypto';
import { FONT_FACES } from './brand-fonts.ts';

/** Brand colours (packages/ui/src/tokens.css), inlined because the shell may be the service that is down. */
const STYLE = `${FONT_FACES}
:root{color-scheme:dark;--surface:#130d17;--ink:#f8f0e7;--soft:#bfafb8;--accent:#ff6a63;--accent-ink:#2a070b;--focus:#ffe2b4}
@media(prefers-color-scheme:light){:root{color-scheme:light;--surface:#f7f0e6;--ink:#21141f;--soft:#655462;--accent:#cf3346;--accent-ink:#fffaf5;--focus:#4a1f5c}}
*{box-sizing:border-box;margin:0}
body{display:grid;min-height:100vh;min-height:100svh;place-items:center;padding:2rem 1rem;background:var(--surface);color:var(--ink);font:1rem/1.55 'Instrument Sans',Arial,sans-serif;text-align:center}
main{display:grid;justify-items:center;gap:1.25rem;max-width:34rem;overflow-wrap:anywhere}
svg{width:3rem}
h1{font:400 clamp(2.75rem,2.1rem + 2.9vw,4.75rem)/1 'Imbue','Times New Roman',serif}
a{display:inline-flex;align-items:center;min-height:3.25rem;padding:.75rem 1.5rem;border-radius:999px;background:var(--accent);color:var(--accent-ink);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
small{color:var(--soft);font-size:.8125rem}`;

const MARK =
  '<svg viewBox="0 0 24 28" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.6" d="M1 27.2V12a11 11 0 0 1 22 0v15.2"/><path fill="currentColor" d="M3.4 27.2V12a8.6 8.6 0 0 1 7.5-8.5C11 13 8.9 21.2 3.4 27.2ZM20.6 27.2V12a8.6 8.6 0 0 0-7.5-8.5C13 13 15.1 21.2 20.6 27.2Z"/></svg>';

interface Kind {
  title: string;
  /** Whether the page reloads automatically. */
  isPassing: boolean;
}

const kindOf = (status: number): Kind => {
  if (status === 404) return { title: 'Page introuvable', isPassing: false };
  if (status === 429) return { title: 'Trop de demandes', isPassing: true };
  return status < 500 ? { title: 'Demande impossible', isPassing: false } : { title: 'Un instant', isPassing: true };
};

/** Minimum time between two reloads of an open page. */
const MIN_RELOAD_SECONDS = 5;

/** CSP source of the page's only stylesheet. */
export const ERROR_PAGE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

interface ErrorPage {
  status: number;
  /** The French sentence of the error. */
  text: string;
  requestId: string;
  /** Value of the Retry-After header. */
  retryAfterSeconds?: number | undefined;
}

/**
 * Renders an error page without scripts or dependencies on other processes; fonts come from the gateway. The page reloads itself
 * after a temporary error, and links to the home page after any other.
 */
export const errorPage = ({ status, text, requestId, retryAfterSeconds = 0 }: ErrorPage): string => {
  const { title, isPassing } = kindOf(status);
  const refresh = isPassing
    ? `<meta http-equiv="refresh" content="${Math.max(MIN_RELOAD_SECONDS, retryAfterSeconds)}">`
    : '';
  const link = isPassing ? '<a href="">Réessayer</a>' : '<a href="/">Retour à l’accueil</a>';
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="dark light">${refresh}<title>${title}</title><style>${STYLE}</style></head>
<body><main>${MARK}<h1>${title}</h1><p role="status">${text}</p><p>${link}</p><p><small>${requestId}</small></p></main></body></html>`;
};
