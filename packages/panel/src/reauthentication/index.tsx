import { ERRORS } from 'contracts/errors';
import { TEXTS } from 'contracts/texts';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { PasswordField } from 'ui/password-field';
import { useToast } from 'ui/toast';
import type { Reauthentication } from 'web-kit/reauthentication';
import type { PanelSession } from 'web-kit/session';
import { usernameOf } from '../panel-owner.ts';
import { passwordFailureText } from '../password-failure.ts';
import styles from './reauthentication.module.css';

const isNeverRequested = () => false;

/** Asks for the password before a change that needs a recent login, and lets the call go on. Mounted once in each panel. */
export function ReauthenticationDialog({
  slug,
  session: { reauthentication },
}: {
  /** Slug of the affiliate; absent: the administrator. */
  slug?: string;
  session: Pick<PanelSession, 'reauthentication'>;
}) {
  const { subscribe, isRequested, cancel } = reauthentication;
  const isOpen = useSyncExternalStore(subscribe, isRequested, isNeverRequested);
  // Cancels the waiting calls when the dialog is unmounted with its panel.
  useEffect(() => cancel, [cancel]);
  return isOpen ? <OpenDialog username={usernameOf(slug)} {...reauthentication} /> : null;
}

function OpenDialog({
  username,
  confirm,
  cancel,
}: { username: string } & Pick<Reauthentication, 'confirm' | 'cancel'>) {
  const show = useToast();
  const textId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const fail = (text: string) => {
    setError(text);
    field.current?.focus();
    show({ tone: 'error', title: TEXTS.error, text });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!password) return fail(TEXTS.wrongPassword);
    setBusy(true);
    setError(undefined);
    try {
      await confirm(password);
    } catch (failure) {
      setBusy(false);
      fail(passwordFailureText(failure));
    }
  };

  return (
    <Dialog
      open
      onClose={cancel}
      title="Confirmez votre identité"
      titleStyle="heading"
      role="alertdialog"
      describedBy={textId}
    >
      <p id={textId} className="soft">
        {ERRORS.REAUTHENTICATION_REQUIRED.text}
      </p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <PasswordField
          ref={field}
          label="Mot de passe"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
          required
        />
        <div className={styles.actions}>
          <Button variant="ghost" onClick={cancel}>
            {TEXTS.cancel}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            Confirmer
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
