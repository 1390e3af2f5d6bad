import type { ReactNode } from 'react';
import { SiteFooter } from 'ui/site-footer';
import { Spinner } from 'ui/spinner';
import { useInitialData } from 'web-kit/initial-data';
import styles from './layout.module.css';

/** The last line of the public pages. */
export function Footer() {
  const { siteTitle } = useInitialData();
  return (
    <SiteFooter>
      <span>{siteTitle}</span>
      <span>Réservé aux personnes de 18 ans ou plus</span>
    </SiteFooter>
  );
}

/** A page of one sentence: what is missing, what failed. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <>
      <main id="main" className={`page ${styles.centered}`}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/** A whole page that nothing is known of yet. */
export function WaitingPage({ label = 'Chargement' }: { label?: string }) {
  return (
    <main id="main" className={`page ${styles.centered}`}>
      <Spinner large label={label} />
    </main>
  );
}
