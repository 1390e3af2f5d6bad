import { useDocumentTitle } from 'web-kit/page-head';
import { CancellationSteps } from '../features/contract/index.ts';
import { Footer } from '../features/layout/index.ts';

export default function CancellationPage() {
  useDocumentTitle('cancellation');
  return (
    <>
      <main id="main" className="page">
        <CancellationSteps />
      </main>
      <Footer />
    </>
  );
}
