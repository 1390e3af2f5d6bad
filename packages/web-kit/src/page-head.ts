import { pageOf, pageTitle, titleOf } from 'contracts/pages';
import type { PageName } from 'contracts/pages';
import { useEffect } from 'react';
import { useInitialData } from 'web-kit/initial-data';

/** Returns a page's own part of its title, as its heading. */
export const headingOf = (page: PageName): string => {
  const { title } = pageOf(page);
  return typeof title === 'string' ? title : '';
};

interface PageSubject {
  /** Name of the page's model, once known. */
  name?: string | undefined;
  /** Title written by an editor, used unchanged. */
  customTitle?: string | undefined;
  /** Own part of the title when the page's model or partner does not exist. */
  missing?: string | undefined;
}

/** Updates the tab's title after a navigation; the first one comes from the server. */
export const useDocumentTitle = (page: PageName | null, { name, customTitle, missing }: PageSubject = {}): void => {
  const { siteTitle } = useInitialData();
  const own = page === null || missing ? titleOf(siteTitle, missing) : pageTitle(siteTitle, page, name);
  const title = customTitle || own;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
