import { useDocumentTitle } from 'web-kit/page-head';
import { WithdrawalSteps } from '../features/contract/index.ts';
import { Footer } from '../features/layout/index.ts';

export default function WithdrawalPage() {
  useDocumentTitle('withdrawal');
  return (
    <>
      <main id="main" className="page">
        <WithdrawalSteps />
      </main>
      <Footer />
    </>
  );
}
