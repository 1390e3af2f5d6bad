import type { NewFactor, PanelLogin, SecondFactorProof } from 'contracts/second-factor';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ButtonLink } from 'ui/button';
import { Link } from 'web-kit/router';
import { EnrolmentStep } from './enrolment-step.tsx';
import styles from './gate.module.css';
import { PasswordStep } from './password-step.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';

/** What a login hands to the session. */
export interface Opened {
  token: string;
}
/** The calls of a login; what they throw is shown. */
export interface GateCalls {
  verify: (password: string) => Promise<PanelLogin>;
  verifySecondFactor: (proof: SecondFactorProof) => Promise<Opened>;
  /** Where a factor is required: adds the first one. */
  enrol?: (factor: NewFactor) => Promise<Opened & { recoveryCodes: string[] }>;
}

interface GateProps {
  /** "Administration Principale", "Administration Affilié". */
  title: string;
  /** Whose panel it is, when known. */
  subtitle?: ReactNode;
  /** The last session ended by itself. */
  isExpired?: boolean;
  calls: GateCalls;
  /** Opens the panel. */
  onOpen: (opened: Opened) => void;
  /** Shows the way back to the home page. */
  backHome?: boolean;
}

/** The gate before a panel: the password, then the second factor where there is one. */
export function Gate({ title, subtitle, isExpired, calls, onOpen, backHome }: GateProps) {
  const [pending, setPending] = useState<Exclude<PanelLogin, Opened>>();
  /** Back at the password, with the reason where the server gave one. */
  const [restart, setRestart] = useState<{ reason?: string | undefined }>();
  const isOpened = useRef(false);
  // The field that held the focus goes with the gate: the panel behind takes it.
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
    <main id="main" className={styles.gate}>
      <div className={styles.card}>
        <h1 className="title">{title}</h1>
        {subtitle && <p className="lead soft">{subtitle}</p>}
        {!pending && (
          <PasswordStep
            isExpired={isExpired && !restart}
            reason={restart?.reason}
            isReturning={restart !== undefined}
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
            Retour à l'accueil
          </ButtonLink>
        )}
      </div>
    </main>
  );
}
