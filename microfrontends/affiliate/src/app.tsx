import { TEXTS } from 'contracts/texts';
import { Route, Routes } from 'web-kit/router';

function Gate() {
  return (
    <main id="main" className="page section">
      <h1 className="title">{TEXTS.affiliateAdministration}</h1>
    </main>
  );
}

/** Rendered by the shell below /affiliate/:slug. */
export default function AffiliateApp() {
  return (
    <Routes>
      <Route path="*" element={<Gate />} />
    </Routes>
  );
}
