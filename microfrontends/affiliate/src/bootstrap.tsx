import 'ui/tokens.css';
import 'ui/fonts.css';
import 'ui/base.css';
import { createRoot } from 'react-dom/client';
import { ToastProvider } from 'ui/toast';
import { routeOf } from 'web-kit/paths';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { BrowserRouter, Route, Routes } from 'web-kit/router';
import AffiliateApp from './app.tsx';

/** Runs the micro-frontend alone, in development; in the site the shell provides all this. */
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <ToastProvider>
      <BrowserRouter>
        <Routes>
          <Route path={`${routeOf('affiliatePanel')}/*`} element={<AffiliateApp />} />
        </Routes>
      </BrowserRouter>
    </ToastProvider>
  </QueryClientProvider>,
);
