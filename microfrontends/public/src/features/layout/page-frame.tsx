import { TEXTS } from 'contracts/texts';
import type { ReactNode } from 'react';
import { ButtonLink } from 'ui/button';
import type { ButtonAppearance } from 'ui/button';
import { EmptyState } from 'ui/empty-state';
import { SiteFooter } from 'ui/site-footer';
import { Spinner } from 'ui/spinner';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import styles from './layout.module.css';
import { useFocusHandover } from './use-focus-handover.ts';

/** Links of the footer. Legal pages are separate documents: the server adds the operator's facts to them. */
const GROUPS = [
  {
    title: 'Votre contrat',
    component: Link,
    links: [
      { label: 'Résilier votre contrat', href: paths.cancellation() },
      { label: 'Renoncer au contrat ici', href: paths.withdrawal() },
      { label: 'Mon compte', href: paths.account() },
    ],
  },
  {
    title: 'Aide',
    links: [
      { label: 'Contact', href: paths.legal('contact') },
      { label: 'Signaler un contenu', href: paths.legal('report') },
      { label: 'Cookies et choix', href: paths.consent() },
    ],
  },
  {
    title: 'Informations légales',
    links: [
      { label: 'CGU', href: paths.legal('termsOfUse') },
      { label: 'CGV', href: paths.legal('termsOfSale') },
      { label: 'Confidentialité', href: paths.legal('privacy') },
      { label: 'Mentions légales', href: paths.legal('imprint') },
    ],
  },
];

/** Footer of every public page. */
export function Footer() {
  const { siteTitle } = useInitialData();
  return (
    <SiteFooter
      name={siteTitle}
      href={paths.home()}
      component={Link}
      about="Les coulisses de celles et ceux qui font le spectacle. Réservé aux personnes de 18&nbsp;ans ou plus."
      groups={GROUPS}
      legal="Prix TTC. Sans engagement, résiliable en ligne à tout moment."
    />
  );
}

/** Page of a single statement, such as a missing page or a failure. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <>
      <main id="main" ref={useFocusHandover()} className={`page ${styles.centered}`}>
        {children}
      </main>
      <Footer />
    </>
  );
}

/**
 * Page of text sections. Its styles are in the first style sheet: the server renders such pages, and a later sheet would shift
 * them.
 */
export function TextPage({ children }: { children: ReactNode }) {
  return (
    <>
      <main id="main" className="page">
        <article className={styles.text}>{children}</article>
      </main>
      <Footer />
    </>
  );
}

/** Placeholder of a whole page while nothing is loaded. */
export function LoadingPage({ label = 'Chargement' }: { label?: string }) {
  return (
    <main id="main" ref={useFocusHandover()} className={`page ${styles.centered}`}>
      <Spinner large label={label} />
    </main>
  );
}

/** Link to the home page, for the pages from registration to access. */
export const HomeLink = (look: ButtonAppearance) => (
  <ButtonLink {...look} href={paths.home()} component={Link}>
    Retour à l’accueil
  </ButtonLink>
);

export const ModelNotFoundPage = () => (
  <CenteredPage>
    <EmptyState title={TEXTS.modelNotFound} level={1}>
      <HomeLink variant="primary" />
    </EmptyState>
  </CenteredPage>
);
