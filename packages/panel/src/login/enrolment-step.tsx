import type { Enrolment, FactorMethod, NewFactor } from 'contracts/second-factor';
import { useState } from 'react';
import { Button } from 'ui/button';
import { ApiError } from 'web-kit/api';
import { FactorSetup, RecoveryCodes } from '../second-factor/index.tsx';
import styles from './login.module.css';
import type { Opened } from './index.tsx';

interface EnrolmentStepProps {
  enrolment: Enrolment;
  enrol: (factor: NewFactor) => Promise<Opened & { recoveryCodes: string[] }>;
  onEnrolled: (opened: Opened) => void;
  /** Returns to the password step, with the server's reason if there is one. */
  onStartOver: (reason?: string) => void;
}

/** Step after the password for an account that must have a second factor but has none: adds one, and shows the recovery codes. */
export function EnrolmentStep({ enrolment, enrol, onEnrolled, onStartOver }: EnrolmentStepProps) {
  const [method, setMethod] = useState<FactorMethod>('totp');
  const [added, setAdded] = useState<Opened & { recoveryCodes: string[] }>();

  const save = async (factor: NewFactor['factor']) => {
    try {
      setAdded(await enrol({ challenge: enrolment.challenge, factor }));
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'CHALLENGE_EXPIRED') throw failure;
      onStartOver(failure.message);
    }
  };

  if (added)
    return <RecoveryCodes codes={added.recoveryCodes} doneLabel="Ouvrir le panneau" onDone={() => onEnrolled(added)} />;
  return (
    <div className={styles.form}>
      <h2 className="heading">Double authentification</h2>
      <p className="small soft">Elle est obligatoire ici&nbsp;: ajoutez une première méthode pour ouvrir le panneau.</p>
      <FactorSetup key={method} method={method} enrolment={enrolment} save={save} />
      <div className={styles.ways}>
        {method === 'totp' ? (
          <Button variant="ghost" wide onClick={() => setMethod('passkey')}>
            Utiliser une clé d’accès
          </Button>
        ) : (
          <Button variant="ghost" wide onClick={() => setMethod('totp')}>
            Utiliser une application
          </Button>
        )}
        <Button variant="ghost" wide onClick={() => onStartOver()}>
          Revenir au mot de passe
        </Button>
      </div>
    </div>
  );
}
