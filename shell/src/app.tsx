import { PAGES } from 'contracts/pages';
import { createContext, createElement, Suspense, use, useEffect } from 'react';
import type { ComponentType } from 'react';
import { Spinner } from 'ui/spinner';
import { ToastProvider } from 'ui/toast';
import { InitialDataProvider } from 'web-kit/initial-data';
import type { InitialData } from 'web-kit/initial-data';
import { QueryClientProvider } from 'web-kit/query';
import type { QueryClient } from 'web-kit/query';
import { Route, Routes } from 'web-kit/router';
import { useInteractiveMarker } from './interactive-marker.ts';
import { CONSENT_PLACE, remoteName } from './app-config.ts';
import type { RemoteName } from './app-config.ts';
import { Header } from './header.tsx';
import { RemoteBoundary } from './remote-boundary.tsx';

/** Pages outside of the public site: they bring a header of their own. */
const PANEL_PAGES = Object.values(PAGES).filter(({ microfrontend }) => microfrontend !== 'public');

/** Where micro-frontends come from: loaded at run time in the browser, given by the server when it renders. */
export interface Microfrontends {
  component: (name: RemoteName) => ComponentType;
  invalidate: (name: RemoteName) => void;
}

const MicrofrontendsContext = createContext<Microfrontends | null>(null);

function Remote({ name }: { name: RemoteName }) {
  const microfrontends = use(MicrofrontendsContext);
  if (!microfrontends) throw new Error('Remote needs the micro-frontends above it');
  return (
    <RemoteBoundary key={name} onRetry={() => microfrontends.invalidate(name)}>
      <Suspense fallback={<QueryBoundary />}>
        <Loaded name={name} microfrontends={microfrontends} />
      </Suspense>
    </RemoteBoundary>
  );
}

/** Reads the component at each render, so that a retry gets a new one. Sets the mark `usable`: for `npm run bench:web`, browsers' tools, and the styles of a painted page. */
function Loaded({ name, microfrontends }: { name: RemoteName; microfrontends: Microfrontends }) {
  useEffect(() => {
    performance.mark?.('usable');
    document.documentElement.dataset.usable = '';
  }, []);
  useInteractiveMarker('#root');
  return createElement(microfrontends.component(name));
}

function QueryBoundary() {
  return (
    <main id="main" className="page waiting">
      <Spinner large label="Chargement" />
    </main>
  );
}

interface AppProps {
  client: QueryClient;
  initialData: InitialData;
  microfrontends: Microfrontends;
}

/** The same tree on the server and in the browser; the router around it differs. */
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
            <Routes>
              {PANEL_PAGES.map(({ path, microfrontend }) => (
                <Route key={path} path={`${path}/*`} element={<Remote name={remoteName(microfrontend)} />} />
              ))}
              <Route
                path="/*"
                element={
                  <>
                    <Header />
                    <Remote name="mf_public" />
                  </>
                }
              />
            </Routes>
          </MicrofrontendsContext>
        </ToastProvider>
      </QueryClientProvider>
    </InitialDataProvider>
  );
}
