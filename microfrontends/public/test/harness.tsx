import { afterEach, jest } from '@jest/globals';
import { act, configure, render } from '@testing-library/react';
import type { ContentItem } from 'contracts/media-items';
import type { User } from 'contracts/subscribers';
import { useEffect } from 'react';
import { ToastProvider } from 'ui/toast';
import { authModal } from 'web-kit/auth-modal';
import { InitialDataProvider, seedQueries } from 'web-kit/initial-data';
import type { InitialData } from 'web-kit/initial-data';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import PublicApp from '../src/app.tsx';

// A failed call is retried after half a second, and the machine may be busy.
configure({ asyncUtilTimeout: 20_000 });
/** jsdom has no layout and cannot scroll. */
window.scrollTo = () => undefined;

type StubbedResponse = { status?: number; body: unknown; headers?: Record<string, string> } | 'no response';
type StubbedHandler =
  StubbedResponse | ((request: { body: unknown; token: string | null }) => StubbedResponse | Promise<StubbedResponse>);

/** Removes the wall's order from a list's address: stubs name only other orders. */
const withoutOrder = (url: string): string =>
  url.replace(/([?&])sort=wall(&|$)/, (_, start: string, end: string) => (end ? start : ''));

/** Renewals of the session fail with 503 unless a test stubs them. */
const RENEWAL = 'POST /api/auth/refresh';

/** Stubs `fetch` by "METHOD path" and records the requests; every other path responds with 404 as the gateway does. */
export const platform = (responses: Record<string, StubbedHandler>) => {
  const requests: { operation: string; body: unknown; token: string | null }[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const operation = `${init?.method ?? 'GET'} ${withoutOrder(String(url))}`;
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined;
    const token = new Headers(init?.headers).get('authorization');
    requests.push({ operation, body, token });
    const handler = responses[operation] ?? {
      status: operation === RENEWAL ? 503 : 404,
      body: { error: 'Non trouvé', code: 'NOT_FOUND', requestId: 'r' },
    };
    const response = typeof handler === 'function' ? await handler({ body, token }) : handler;
    if (response === 'no response') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(response.body), {
      status: response.status ?? 200,
      headers: response.headers ?? {},
    });
  });
  return {
    requests,
    /** Returns the recorded GET requests in order. The report of the visit is sent once the page is two seconds old. */
    reads: () => requests.map(({ operation }) => operation).filter((operation) => operation.startsWith('GET ')),
    bodyOf: (operation: string) => requests.find((request) => request.operation === operation)?.body,
  };
};

export const failure = (status: number, error: string, code: string): StubbedResponse => ({
  status,
  body: { error, code, requestId: 'r' },
});

let navigateBack = (): void => undefined;
/** Navigates back in the browser's history. */
export const goBack = (): void => act(() => navigateBack());

function Address() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    navigateBack = () => void navigate(-1);
  }, [navigate]);
  return <output data-testid="address">{pathname + search + hash}</output>;
}

/** Renders a page of the site with the shell's providers and the data rendered by the server. */
export const open = (path: string, queries: InitialData['queries'] = [], state: unknown = null) => {
  const initialData = {
    siteTitle: 'Coulisses',
    publicUrl: 'http://localhost',
    renderedAt: Date.now(),
    isRendered: false,
    queries,
  };
  const client = createQueryClient();
  seedQueries(client, initialData, path);
  return render(
    <InitialDataProvider value={initialData}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <MemoryRouter initialEntries={[state === null ? path : { pathname: path, state }]}>
            <Routes>
              <Route path="/*" element={<PublicApp />} />
            </Routes>
            <Address />
          </MemoryRouter>
        </ToastProvider>
      </QueryClientProvider>
    </InitialDataProvider>,
  );
};

export const LEA: User = { email: 'lea@example.fr', firstName: 'Léa', lastName: 'Martin', username: 'lea' };
export const logIn = (user = LEA): void => subscriberSession.open({ token: 'token-of-lea', user });

export const itemOf = (changes: Partial<ContentItem> = {}): ContentItem => ({
  id: 'a',
  filename: 'a.webp',
  filePath: '/uploads/blur/a.webp',
  image: '/uploads/blur/a.webp',
  likes: null,
  isLocked: true,
  isViewable: false,
  ...changes,
});
export const openItem = (changes: Partial<ContentItem> = {}): ContentItem =>
  itemOf({
    isLocked: false,
    isViewable: true,
    image: '/uploads/items/a/640.webp',
    filePath: '/uploads/items/a/1280.webp',
    ...changes,
  });

afterEach(() => {
  authModal.close();
  subscriberSession.clear();
  localStorage.clear();
  jest.restoreAllMocks();
});
