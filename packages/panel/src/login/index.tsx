import type { NewFactor, PanelLogin, SecondFactorProof } from 'contracts/second-factor';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from 'ui/button';
import { useHideToast } from 'ui/toast';
import { Link } from 'web-kit/router';
import { EnrolmentStep } from './enrolment-step.tsx';
import styles from './login.module.css';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

/** Response of a login, which opens the session. */
export interface Opened {
  token: string;
}
/** The calls of a login; what they throw is shown. */
export interface LoginCalls {
  verify: (password: string) => Promise<PanelLogin>;
  verifySecondFactor: (proof: SecondFactorProof) => Promise<Opened>;
  /** Adds the first factor of an account that must have one. */
  enrol?: (factor: NewFactor) => Promise<Opened & { recoveryCodes: string[] }>;
}

interface LoginFormProps {
  /** "Administration Principale", "Administration Affilié". */
  title: string;
  /** Name of the panel's user, when known. */
  subtitle?: ReactNode;
  /** The last session ended by itself. */
  isExpired?: boolean;
  calls: LoginCalls;
  /** Opens the panel. */
  onOpen: (opened: Opened) => void;
  /** Shows the way back to the home page. */
  backHome?: boolean;
}

/** The login form of a panel: the password, then the second factor where one is required. */
export function LoginForm({ title, subtitle, isExpired, calls, onOpen, backHome }: LoginFormProps) {
  const [pending, setPending] = useState<Exclude<PanelLogin, Opened>>();
  /** Back at the password, with the reason where the server gave one. */
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
    // Such as that the last session ended.
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
