import type { SecondFactorProof, SecondStep } from 'contracts/second-factor';
import { TEXTS } from 'contracts/texts';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { useToast } from 'ui/toast';
import { ApiError, messageOf } from 'web-kit/api';
import { CodeField, passkeyFailureText, signByPasskey } from '../second-factor/index.tsx';
import styles from './login.module.css';
import type { Opened } from './index.tsx';

interface SecondFactorStepProps {
  step: SecondStep;
  verify: (proof: SecondFactorProof) => Promise<Opened>;
  onVerified: (opened: Opened) => void;
  /** Returns to the password step, with the server's reason if there is one. */
  onStartOver: (reason?: string) => void;
}

/** Step after the password: a code, a passkey or a recovery code. */
export function SecondFactorStep({
  step: { challenge, methods, passkey },
  verify,
  onVerified,
  onStartOver,
}: SecondFactorStepProps) {
  const show = useToast();
  const hasTotp = methods.includes('totp');
  const [field, setField] = useState<'totp' | 'recovery' | null>(hasTotp ? 'totp' : null);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => (input.current ?? heading.current)?.focus(), [field]);

  const attempt = async (kind: 'code' | 'passkey', proof: () => Promise<SecondFactorProof['proof']>) => {
    if (busy) return;
    setBusy(kind);
    setError(undefined);
    try {
      onVerified(await verify({ challenge, proof: await proof() }));
    } catch (failure) {
      const text = kind === 'code' ? messageOf(failure, TEXTS.connectionFailed) : passkeyFailureText(failure);
      if (failure instanceof ApiError && failure.code === 'CHALLENGE_EXPIRED') return onStartOver(text);
      show({ tone: 'error', title: TEXTS.error, text });
      setError(text);
      setBusy(null);
      setCode('');
      input.current?.focus();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field) void attempt('code', async () => ({ method: field, code }));
  };
  const choose = (next: 'totp' | 'recovery') => {
    setError(undefined);
    setCode('');
    setField(next);
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 ref={heading} tabIndex={-1} className="heading">
        Double authentification
      </h2>
      {field === 'totp' && <CodeField inputRef={input} value={code} onChange={setCode} error={error} />}
      {field === 'recovery' && (
        <Field
          ref={input}
          label="Code de secours"
          hint="Chaque code ne sert qu’une fois."
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={error}
          required
        />
      )}
      {field === null && error && <p role="alert">{error}</p>}
      {field && (
        <Button type="submit" variant="primary" wide busy={busy === 'code'} busyLabel={TEXTS.loggingIn}>
          Valider
        </Button>
      )}
      {passkey && (
        <Button
          variant={field ? undefined : 'primary'}
          wide
          busy={busy === 'passkey'}
          busyLabel="En attente de la clé…"
          onClick={() =>
            void attempt('passkey', async () => ({ method: 'passkey', assertion: await signByPasskey(passkey) }))
          }
        >
          <KeyRound />
          Utiliser une clé d’accès
        </Button>
      )}
      <div className={styles.ways}>
        {field !== 'recovery' && (
          <Button variant="ghost" wide onClick={() => choose('recovery')}>
            Utiliser un code de secours
          </Button>
        )}
        {field === 'recovery' && hasTotp && (
          <Button variant="ghost" wide onClick={() => choose('totp')}>
            Utiliser un code de l’application
          </Button>
        )}
        <Button variant="ghost" wide onClick={() => onStartOver()}>
          Revenir au mot de passe
        </Button>
      </div>
    </form>
  );
}
