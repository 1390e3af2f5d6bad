import { pageOf, pageTitle, titleOf } from 'contracts/pages';
import type { PageName } from 'contracts/pages';
import { useEffect } from 'react';
import { useInitialData } from 'web-kit/initial-data';

/** A page's own part of its title, as its heading. */
export const headingOf = (page: PageName): string => {
  const { title } = pageOf(page);
  return typeof title === 'string' ? title : '';
};

interface PageSubject {
  /** Name of the model that the page is about, once it is known. */
  name?: string | undefined;
  /** A title that an editor wrote for this page: stands as it is. */
  customTitle?: string | undefined;
  /** Own part of the title where the page's entity does not exist. */
  missing?: string | undefined;
}

/** Keeps the tab's title in step with the page after a navigation; the first one comes from the server. */
export const useDocumentTitle = (page: PageName | null, { name, customTitle, missing }: PageSubject = {}): void => {
  const { siteTitle } = useInitialData();
  const own = page === null || missing ? titleOf(siteTitle, missing) : pageTitle(siteTitle, page, name);
  const title = customTitle || own;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
