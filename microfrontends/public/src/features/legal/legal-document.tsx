import type { LegalPage } from 'contracts/pages';
import { pageOf } from 'contracts/pages';
import { useInitialData } from 'web-kit/initial-data';
import { DOCUMENTS } from './documents.tsx';

/** A legal page with the facts of the operator. */
export function LegalDocument({ page }: { page: LegalPage }) {
  const { siteTitle } = useInitialData();
  const { title } = pageOf(page);
  const { lead, sections } = DOCUMENTS[page];
  return (
    <>
      <h1 className="title">{typeof title === 'string' ? title : ''}</h1>
      {lead && <p className="lead soft">{lead(siteTitle)}</p>}
      {sections.map(({ heading, id, body }) => (
        <section key={heading} id={id}>
          <h2 className="heading">{heading}</h2>
          {body(siteTitle)}
        </section>
      ))}
    </>
  );
}
