import { Devices, devicesKey } from 'account/devices';
import { PasswordForm } from 'account/password-form';
import { FormSection } from 'ui/form-section';
import { SectionRail } from 'ui/section-rail';
import { useDocumentTitle } from 'web-kit/page-head';
import { useQueryClient } from 'web-kit/query';
import { subscriberSession, useSession } from 'web-kit/session';
import { changePassword, deviceCalls } from '../features/account/account-api.ts';
import { GuestRedirect } from '../features/auth/guest-redirect.tsx';
import { Footer } from '../features/layout/page-frame.tsx';
import styles from './account.module.css';

const SECTIONS = [
  { id: 'securite', label: 'Sécurité' },
  { id: 'appareils', label: 'Appareils' },
] as const;

/** What a subscriber decides about their own account. */
export default function AccountPage() {
  const client = useQueryClient();
  const user = useSession(subscriberSession)?.user;
  useDocumentTitle('account');

  if (!user) return <GuestRedirect />;
  return (
    <>
      <main id="main" className={`page ${styles.account}`}>
        <header className={styles.head}>
          <h1 className="title">Mon compte</h1>
          <p className="soft">Bonjour {user.firstName || user.username}.</p>
        </header>
        <SectionRail label="Rubriques du compte" sections={SECTIONS} />
        <div className={styles.sections}>
          <FormSection id="securite" level={2} title="Mot de passe" description="6 caractères minimum.">
            <PasswordForm
              username={user.email}
              change={changePassword}
              onChanged={() => void client.invalidateQueries({ queryKey: devicesKey(user.email) })}
            />
          </FormSection>
          <FormSection id="appareils" level={2} title="Appareils" description="Là où votre compte est ouvert.">
            <Devices owner={user.email} calls={deviceCalls} onAllEnded={subscriberSession.clear} />
          </FormSection>
        </div>
      </main>
      <Footer />
    </>
  );
}
