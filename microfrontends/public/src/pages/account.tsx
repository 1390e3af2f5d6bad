import { Devices, devicesKey } from 'account/devices';
import { PasswordForm } from 'account/password-form';
import type { User } from 'contracts/subscribers';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { FilterChips } from 'ui/filter-chips';
import { FormSection } from 'ui/form-section';
import { SectionRail } from 'ui/section-rail';
import { useDocumentTitle } from 'web-kit/page-head';
import { useQueryClient } from 'web-kit/query';
import { useLocation } from 'web-kit/router';
import { subscriberSession, useSession } from 'web-kit/session';
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from 'web-kit/theme';
import { changePassword, deviceCalls, EmailForm, ProfileForm, useUserRenewal } from '../features/account/index.ts';
import { useGuestRedirect } from '../features/auth/index.ts';
import { ConsentChoices } from '../features/consent/index.ts';
import { Footer } from '../features/layout/index.ts';
import { FavouritesList } from '../features/marks/index.ts';
import { NotificationSettings } from '../features/notifications/index.ts';
import { Payments } from '../features/payments/index.ts';
import { AccountDeletion, DataExport } from '../features/personal-data/index.ts';
import { SubscriptionSummary, useSubscription } from '../features/subscription/index.ts';
import styles from './account.module.css';

interface Section {
  /** Anchor of the section. */
  id: string;
  title: string;
  /** Shorter title for the section links. */
  label?: string;
  description?: string;
  Content: (props: { user: User }) => ReactNode;
}

/** Sections of the account page below the subscription. */
const SECTIONS: readonly Section[] = [
  {
    id: 'paiements',
    title: 'Paiements',
    description: 'Les reçus arrivent aussi par e-mail.',
    Content: ({ user: { email } }) => <Payments email={email} />,
  },
  { id: 'favoris', title: 'Favoris', description: 'En haut de l’accueil.', Content: FavouritesList },
  {
    id: 'notifications',
    title: 'Notifications',
    description: 'Seulement ce que vous choisissez.',
    Content: NotificationSettings,
  },
  { id: 'profil', title: 'Identité', description: 'Votre nom n’est montré à personne.', Content: ProfileForm },
  { id: 'email', title: 'E-mail', description: 'Pour vous connecter et vous écrire.', Content: EmailForm },
  {
    id: 'securite',
    title: 'Mot de passe',
    label: 'Sécurité',
    description: '6 caractères minimum.',
    Content: Password,
  },
  { id: 'appareils', title: 'Appareils', description: 'Là où votre compte est ouvert.', Content: OwnDevices },
  { id: 'theme', title: 'Affichage', description: 'Pour ce navigateur.', Content: ThemeChoice },
  { id: 'choix', title: 'Vos choix', description: 'Traceurs et publicité.', Content: ConsentChoices },
  { id: 'donnees', title: 'Mes données', Content: DataExport },
  { id: 'suppression', title: 'Supprimer mon compte', label: 'Suppression', Content: AccountDeletion },
];

function Greeting({ name }: { name: string }) {
  const { data } = useSubscription();
  return <p className="soft">{`Bonjour ${name}${data?.state === 'active' ? ', tout est en ordre' : ''}.`}</p>;
}

/** Account settings of a subscriber. */
export default function AccountPage() {
  const user = useSession(subscriberSession)?.user;
  const guestRedirect = useGuestRedirect();
  useDocumentTitle('account');
  useUserRenewal();
  useSectionInSight(user !== undefined);

  if (!user) return guestRedirect;
  return (
    <>
      <main id="main" className={`page ${styles.account}`}>
        <header className={styles.head}>
          <h1 className="title">Mon compte</h1>
          <Greeting name={user.firstName || user.username} />
        </header>
        <section id="abonnement" className={styles.wide} aria-label="Abonnement">
          <SubscriptionSummary />
        </section>
        <SectionRail
          label="Rubriques du compte"
          sections={SECTIONS.map(({ id, title, label = title }) => ({ id, label }))}
        />
        <div className={styles.sections}>
          {SECTIONS.map(({ id, title, description, Content }) => (
            <FormSection key={id} id={id} level={2} title={title} description={description}>
              {/* The key is the account: a login in another tab may change it, and values typed for one account must not be saved
                  for another. */}
              <Content key={user.email} user={user} />
            </FormSection>
          ))}
        </div>
      </main>
      <Footer />
    </>
  );
}

const THEME_CHIPS = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }));

/** The theme on this device. */
function ThemeChoice() {
  return <FilterChips label="Thème" chips={THEME_CHIPS} value={useTheme()} onChange={chooseTheme} />;
}

function Password({ user }: { user: User }) {
  const client = useQueryClient();
  return (
    <PasswordForm
      username={user.email}
      change={changePassword}
      onChanged={() => void client.invalidateQueries({ queryKey: devicesKey(user.email) })}
    />
  );
}

function OwnDevices({ user }: { user: User }) {
  return <Devices owner={user.email} calls={deviceCalls} onAllEnded={subscriberSession.clear} />;
}

/** User actions after which the page stops scrolling to the anchor. */
const INTERVENTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Keeps a section in view while those above it load, until the user scrolls or types. @returns a function that stops it */
const holdInSight = (section: HTMLElement): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(() => section.scrollIntoView({ behavior: 'instant' }));
  const end = () => {
    observer.disconnect();
    for (const event of INTERVENTIONS) window.removeEventListener(event, end);
  };
  observer.observe(document.body);
  for (const event of INTERVENTIONS) window.addEventListener(event, end, { passive: true });
  return end;
};

/** Scrolls to the section in the address, as the router does not follow anchors. */
const useSectionInSight = (isShown: boolean): void => {
  const { hash, key } = useLocation();
  const isArrival = useRef(true);
  useEffect(() => {
    if (!isShown) return;
    const section = document.getElementById(hash.slice(1));
    const hasArrived = isArrival.current;
    isArrival.current = false;
    if (!section) return;
    if (hasArrived) return holdInSight(section);
    section.scrollIntoView?.();
  }, [isShown, hash, key]);
};
