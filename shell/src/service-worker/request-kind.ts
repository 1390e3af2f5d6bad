/** Kinds of requests that the worker handles; all others go to the network as without a worker. */
type RequestKind = 'page' | 'asset';

/** First path segments without pages: calls, files, media, the redirect to the payment partner. */
const NO_PAGES = ['api', 'assets', 'fonts', 'health', 'redirect', 'remotes', 'uploads'];
/** Files are not pages: slugs contain no dot. */
const FILE = /\.\w+$/;
/** Built files of the public site, named by their content. */
const BUILT = /^\/(?:remotes\/public\/)?assets\/[\w.-]+\.[0-9a-f]{8,}\.\w+$/;

interface IncomingRequest {
  method: string;
  mode: string;
  url: string;
  headers: Pick<Headers, 'has'>;
}

/**
 * Decides by an allow list: requests of no kind are neither intercepted nor cached, so that protected content never is
 * (docs/domain.md#locked-content).
 * @param panelRoots first segments of the panels' paths, which are not public
 */
export const kindOf = (
  { method, mode, url, headers }: IncomingRequest,
  origin: string,
  panelRoots: readonly string[],
): RequestKind | null => {
  const target = new URL(url);
  if (method !== 'GET' || target.origin !== origin || headers.has('range') || headers.has('authorization')) return null;
  if (mode === 'navigate') {
    const [, root = ''] = target.pathname.split('/');
    return [...NO_PAGES, ...panelRoots].includes(root) || FILE.test(target.pathname) ? null : 'page';
  }
  return BUILT.test(target.pathname) && target.search === '' ? 'asset' : null;
};
