import { useEffect } from 'react';
import { useInitialData } from 'web-kit/initial-data';

/** Title of a page: its own name before the site's; the site's alone without one. */
export const titleOf = (siteTitle: string, name?: string): string => (name ? `${name} - ${siteTitle}` : siteTitle);

/** Keeps the tab's title in step with the page after a navigation; the first one comes from the server. */
export const useDocumentTitle = (title: string | undefined): void => {
  const { siteTitle } = useInitialData();
  useEffect(() => {
    document.title = title ?? siteTitle;
  }, [title, siteTitle]);
};
