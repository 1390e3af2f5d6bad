import type { NewFactor, PanelLogin, SecondFactorProof } from 'contracts/second-factor';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from 'ui/button';
import { useHideToast } from 'ui/toast';
import { Link } from 'web-kit/router';
import { EnrolmentStep } from './enrolment-step.tsx';
import { usernameOf } from '../panel-owner.ts';
import styles from './login.module.css';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

export { afterOwedLogout } from './after-owed-logout.ts';

/** Response of a successful login, which opens the session. */
export interface Opened {
  token: string;
}
/** Calls of a login; the messages of their errors are shown. */
export interface LoginCalls {
  verify: (password: string) => Promise<PanelLogin>;
  verifySecondFactor: (proof: SecondFactorProof) => Promise<Opened>;
  /** Adds the first factor of an account that must have one. */
  enrol?: (factor: NewFactor) => Promise<Opened & { recoveryCodes: string[] }>;
}

interface LoginFormProps {
  /** "Administration Principale" or "Administration Affilié". */
  title: string;
  /** Slug of the affiliate; absent: the administrator. */
  slug?: string;
  /** Name of the panel's user, if known. */
  subtitle?: ReactNode;
  /** Whether the last session has expired. */
  isExpired?: boolean;
  calls: LoginCalls;
  /** Called after a successful login. */
  onOpen: (opened: Opened) => void;
  /** Shows a link to the home page. */
  backHome?: boolean;
}

/** Login form of a panel: the password, then the second factor where one is required. */
export function LoginForm({ title, slug, subtitle, isExpired, calls, onOpen, backHome }: LoginFormProps) {
  const [pending, setPending] = useState<Exclude<PanelLogin, Opened>>();
  /** Set when the login returned to the password step, with the server's reason if there is one. */
  const [restart, setRestart] = useState<{ reason?: string | undefined }>();
  const isOpened = useRef(false);
  const hideToast = useHideToast();
  // The focused field disappears with the form: the panel takes the focus.
  useEffect(
    () => () => {
      if (!isOpened.current) return;
      const main = document.getElementById('main');
      main?.setAttribute('tabindex', '-1');
      main?.focus({ preventScroll: true });
    },
    [],
  );

  const open = (opened: Opened) => {
    isOpened.current = true;
    // The toast may state that the last session has expired.
    hideToast();
    onOpen(opened);
  };
  const continueWith = (login: PanelLogin) => {
    if ('token' in login) open(login);
    else setPending(login);
  };
  const startOver = (reason?: string) => {
    setRestart({ reason });
    setPending(undefined);
  };

  return (
    <main id="main" className={styles.login}>
      <div className={styles.card}>
        <h1 className="title">{title}</h1>
        {subtitle && <p className="lead soft">{subtitle}</p>}
        {!pending && (
          <PasswordStep
            username={usernameOf(slug)}
            isExpired={isExpired && !restart}
            reason={restart?.reason}
            takesFocus={isExpired || restart !== undefined}
            verify={calls.verify}
            onVerified={continueWith}
          />
        )}
        {pending && 'secondFactor' in pending && (
          <SecondFactorStep
            step={pending.secondFactor}
            verify={calls.verifySecondFactor}
            onVerified={open}
            onStartOver={startOver}
          />
        )}
        {pending && 'enrolment' in pending && calls.enrol && (
          <EnrolmentStep enrolment={pending.enrolment} enrol={calls.enrol} onEnrolled={open} onStartOver={startOver} />
        )}
        {backHome && (
          <ButtonLink href="/" component={Link} variant="ghost" wide>
            Retour à l’accueil
          </ButtonLink>
        )}
      </div>
    </main>
  );
}
