import type { LegalPage } from 'contracts/pages';
import { useDocumentTitle } from 'web-kit/page-head';
import { TextPage } from '../features/layout/index.ts';
import { LegalDocument } from '../features/legal/index.ts';

export default function LegalDocumentPage({ page }: { page: LegalPage }) {
  useDocumentTitle(page);
  return (
    <TextPage>
      <LegalDocument page={page} />
    </TextPage>
  );
}
