import { ERRORS } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button, ButtonLink } from 'ui/button';
import { PasswordField } from 'ui/password-field';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import { Link } from 'web-kit/router';
import styles from './gate.module.css';

interface GateProps {
  /** "Administration Principale", "Administration Affilié". */
  title: string;
  /** Whose panel it is, when known. */
  subtitle?: ReactNode;
  /** The last session ended by itself. */
  isExpired?: boolean;
  /** Opens the panel; what it throws is shown. */
  onSubmit: (password: string) => Promise<unknown>;
  /** Shows the way back to the home page. */
  backHome?: boolean;
}

/** The password gate before a panel. */
export function Gate({ title, subtitle, isExpired, onSubmit, backHome }: GateProps) {
  const show = useToast();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
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

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!password) return setError(TEXTS.wrongPassword);
    setBusy(true);
    setError(undefined);
    try {
      // The panel stands before the answer is back here.
      isOpened.current = true;
      await onSubmit(password);
    } catch (failure) {
      isOpened.current = false;
      const text = failureText(failure, { refused: TEXTS.wrongPassword, outage: TEXTS.connectionFailed });
      setError(text);
      show({ tone: 'error', title: TEXTS.error, text });
      setBusy(false);
    }
  };

  return (
    <main id="main" className={styles.gate}>
      <form className={styles.card} onSubmit={submit} noValidate>
        <h1 className="title">{title}</h1>
        {subtitle && <p className="lead soft">{subtitle}</p>}
        {isExpired && <p role="status">{ERRORS.SESSION_EXPIRED.text}</p>}
        <PasswordField label="Mot de passe" name="password" autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} error={error} required />
        <Button type="submit" variant="primary" wide busy={busy} busyLabel={TEXTS.loggingIn}>Se connecter</Button>
        {backHome && <ButtonLink href="/" component={Link} variant="ghost" wide>Retour à l'accueil</ButtonLink>}
      </form>
    </main>
  );
}
