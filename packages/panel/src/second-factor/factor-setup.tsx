import type { Enrolment, FactorMethod, NewFactor } from 'contracts/second-factor';
import { TEXTS } from 'contracts/texts';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { useToast } from 'ui/toast';
import { messageOf } from 'web-kit/api';
import { QrCode } from '../qr-code/index.tsx';
import { CodeField } from './code-field.tsx';
import { useCopy } from './copy.ts';
import { makePasskey, passkeyFailureText } from './passkey.ts';
import styles from './second-factor.module.css';

const NAMES: Record<FactorMethod, string> = { totp: 'Application d’authentification', passkey: 'Clé d’accès' };

interface FactorSetupProps {
  method: FactorMethod;
  enrolment: Enrolment;
  /** Adds the factor; the messages of its errors are shown. */
  save: (factor: NewFactor['factor']) => Promise<unknown>;
}

/** Adds an application by its first code, or a passkey, which the browser creates. */
export function FactorSetup({ method, enrolment, save }: FactorSetupProps) {
  const show = useToast();
  const copy = useCopy();
  const [name, setName] = useState(NAMES[method]);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const codeInput = useRef<HTMLInputElement>(null);
  const introduction = useRef<HTMLParagraphElement>(null);
  useEffect(() => introduction.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await save(
        method === 'totp'
          ? { method, name, code }
          : { method, name, registration: await makePasskey(enrolment.passkey) },
      );
    } catch (failure) {
      const text = method === 'totp' ? messageOf(failure) : passkeyFailureText(failure);
      setError(text);
      show({ tone: 'error', title: TEXTS.error, text });
      setBusy(false);
      setCode('');
      codeInput.current?.focus();
    }
  };

  return (
    <form className={styles.stack} onSubmit={(event) => void submit(event)} noValidate>
      {method === 'totp' ? (
        <>
          <p ref={introduction} tabIndex={-1}>
            Scannez ce code avec votre application d’authentification, ou saisissez-y la clé, puis entrez le code
            affiché.
          </p>
          <QrCode text={enrolment.uri} label="QR code pour votre application d’authentification" />
          <div className={styles.secret} role="group" aria-label="Clé secrète">
            <code>{enrolment.secret.replace(/.{4}(?!$)/g, '$& ')}</code>
            <Button small onClick={() => void copy(enrolment.secret, 'Clé copiée')} aria-label="Copier la clé secrète">
              <Copy />
              Copier
            </Button>
          </div>
        </>
      ) : (
        <p ref={introduction} tabIndex={-1}>
          Votre appareil vous demandera votre empreinte, votre visage, son code ou une clé de sécurité.
        </p>
      )}
      <Field
        label="Nom"
        name="factor-name"
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {method === 'passkey' && error && <p role="alert">{error}</p>}
      {method === 'totp' && <CodeField inputRef={codeInput} value={code} onChange={setCode} error={error} />}
      <Button
        type="submit"
        variant="primary"
        wide
        busy={isBusy}
        busyLabel={method === 'totp' ? TEXTS.sending : 'En attente de la clé…'}
      >
        {method === 'totp' ? 'Confirmer' : 'Créer la clé d’accès'}
      </Button>
    </form>
  );
}
