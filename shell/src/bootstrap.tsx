import 'ui/tokens.css';
import 'ui/fonts.css';
import 'ui/base.css';
import './shell.css';
import './shared-modules.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { readInitialData, seedQueries } from 'web-kit/initial-data';
import { createQueryClient } from 'web-kit/query';
import { BrowserRouter } from 'web-kit/router';
import { subscriberSession } from 'web-kit/session';
import { followTheme } from 'web-kit/theme';
import { captureArrival, followConsent } from 'web-kit/tracking';
import { App } from './app.tsx';
import { readAppConfig } from './app-config.ts';
import { earlierQueries } from './earlier-queries.ts';
import { invalidateMicrofrontend, microfrontend, registerMicrofrontends } from './remotes.ts';
import { whenIdle } from './when-idle.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

followConsent();
captureArrival({
  search: window.location.search,
  origin: window.location.origin,
  referrer: document.referrer,
  navigationType: (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type,
  earlier: earlierQueries(),
});
void subscriberSession.restore();
followTheme();
const config = readAppConfig(document);
registerMicrofrontends(config);
const initialData = readInitialData(document);
const client = createQueryClient();
seedQueries(client, initialData, window.location.pathname);

const page = (
  <BrowserRouter>
    <App
      client={client}
      initialData={initialData}
      microfrontends={{ component: microfrontend, invalidate: invalidateMicrofrontend }}
    />
  </BrowserRouter>
);
// A transition, so that scrolling and taps are handled meanwhile; the page is already readable.
if (initialData.isRendered) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
/** Repeated once the network is back: a phone may lose it before the page is idle. */
const loadRest = () => {
  import(/* webpackFetchPriority: "low" */ './after-load/index.tsx').then(
    ({ startAfterLoad }) => startAfterLoad(config),
    () => addEventListener('online', loadRest, { once: true }),
  );
};
whenIdle(loadRest);
