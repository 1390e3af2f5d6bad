import { matchPage } from 'contracts/page-match';
import { pageOf } from 'contracts/pages';
import { createContext, createElement, Suspense, use, useEffect } from 'react';
import type { ComponentType } from 'react';
import { focusMain } from 'ui/focus-main';
import { Spinner } from 'ui/spinner';
import { ToastProvider } from 'ui/toast';
import { InitialDataProvider } from 'web-kit/initial-data';
import type { InitialData } from 'web-kit/initial-data';
import { QueryClientProvider } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import { routeOf } from 'web-kit/paths';
import { Route, Routes, useLocation } from 'web-kit/router';
import { useInteractiveMarker } from './interactive-marker.ts';
import { CONSENT_PLACE, remoteName } from './app-config.ts';
import type { RemoteName } from './app-config.ts';
import { Header } from './header.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';

/** Components of the micro-frontends: loaded at run time in the browser, passed by the server when it renders. */
export interface Microfrontends {
  component: (name: RemoteName) => ComponentType;
  invalidate: (name: RemoteName) => void;
}

const MicrofrontendsContext = createContext<Microfrontends | null>(null);

function Remote({ name }: { name: RemoteName }) {
  const microfrontends = use(MicrofrontendsContext);
  const { pathname } = useLocation();
  if (!microfrontends) throw new Error('Remote needs the micro-frontends above it');
  return (
    <RemoteBoundary key={name} path={pathname} onRetry={() => microfrontends.invalidate(name)}>
      <Suspense fallback={<PagePlaceholder />}>
        <Loaded name={name} microfrontends={microfrontends} />
      </Suspense>
    </RemoteBoundary>
  );
}

/**
 * Renders a micro-frontend. Reads the component at each rendering, so that a retry gets a new one. Marks the page as `usable`: for
 * `npm run bench:web`, browsers' tools, and the styles of a page rendered by the server.
 */
function Loaded({ name, microfrontends }: { name: RemoteName; microfrontends: Microfrontends }) {
  useEffect(() => {
    performance.mark?.('usable');
    document.documentElement.dataset.usable = '';
  }, []);
  useInteractiveMarker('#root');
  return createElement(microfrontends.component(name));
}

/**
 * Moves the focus of a placeholder's main element, whose ref it is, to the page's own, which is attached once the commit has ended.
 */
const handOverFocus = (main: HTMLElement) => () => {
  if (document.activeElement === main) queueMicrotask(focusMain);
};

/** Stands for a page whose code is being loaded. */
function PagePlaceholder() {
  return (
    <main id="main" ref={handOverFocus} className="page waiting">
      <Spinner large label="Chargement" />
    </main>
  );
}

/** Renders the page of the address, decided as on the server; panels have their own header. */
function Page() {
  const page = matchPage(useLocation().pathname)?.name;
  const microfrontend = page ? pageOf(page).microfrontend : 'public';
  if (!page || microfrontend === 'public')
    return (
      <>
        <Header />
        <Remote name={remoteName('public')} />
      </>
    );
  return (
    <Routes>
      <Route path={routeOf(page)} element={<Remote name={remoteName(microfrontend)} />} />
    </Routes>
  );
}

interface AppProps {
  client: QueryClient;
  initialData: InitialData;
  microfrontends: Microfrontends;
}

/** The application, the same tree on the server and in the browser, within different routers. */
export function App({ client, initialData, microfrontends }: AppProps) {
  return (
    <InitialDataProvider value={initialData}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <MicrofrontendsContext value={microfrontends}>
            <a className="skip" href="#main">
              Aller au contenu
            </a>
            <div id={CONSENT_PLACE} />
            <Page />
          </MicrofrontendsContext>
        </ToastProvider>
      </QueryClientProvider>
    </InitialDataProvider>
  );
}
