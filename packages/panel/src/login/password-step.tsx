import { ERRORS } from 'contracts/errors';
import type { PanelLogin } from 'contracts/second-factor';
import { TEXTS } from 'contracts/texts';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { PasswordField } from 'ui/password-field';
import { useToast } from 'ui/toast';
import { passwordFailureText } from '../password-failure.ts';
import styles from './login.module.css';

interface PasswordStepProps {
  /** For password managers. */
  username: string;
  /** Whether the last session has expired. */
  isExpired?: boolean | undefined;
  /** Reason why the login returned to this step. */
  reason?: string | undefined;
  /** Whether the focused element has disappeared, with the panel of an expired session or with the second step. */
  takesFocus: boolean;
  verify: (password: string) => Promise<PanelLogin>;
  onVerified: (login: PanelLogin) => void;
}

/** First step of a panel's login: verifies the password and shows why it was rejected. */
export function PasswordStep({ username, isExpired, reason, takesFocus, verify, onVerified }: PasswordStepProps) {
  const show = useToast();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!password) return setError(TEXTS.wrongPassword);
    setBusy(true);
    setError(undefined);
    try {
      onVerified(await verify(password));
    } catch (failure) {
      const text = passwordFailureText(failure);
      setError(text);
      show({ tone: 'error', title: TEXTS.error, text });
      setBusy(false);
    }
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {isExpired && <p role="status">{ERRORS.SESSION_EXPIRED.text}</p>}
      {reason && <p role="alert">{reason}</p>}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        ref={input}
        label="Mot de passe"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
        required
      />
      <Button type="submit" variant="primary" wide busy={isBusy} busyLabel={TEXTS.loggingIn}>
        Se connecter
      </Button>
    </form>
  );
}
