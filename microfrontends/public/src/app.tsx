import { Route, Routes } from 'web-kit/router';
import { HomePage } from './pages/home.tsx';
import { LivePage } from './pages/live.tsx';
import { ModelPage } from './pages/model.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { PartnerPage } from './pages/partner.tsx';

/** Rendered by the shell below /, in the browser and on the server. */
export default function PublicApp() {
  return (
    <Routes>
      <Route index element={<HomePage />} />
      <Route path="partner/:slug" element={<PartnerPage />} />
      <Route path=":modelSlug" element={<ModelPage />} />
      <Route path=":modelSlug/live" element={<LivePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
