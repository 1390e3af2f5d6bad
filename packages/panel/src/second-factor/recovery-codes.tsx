import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from 'ui/button';
import { useCopy } from './copy.ts';
import styles from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Label of the button that closes the codes for good. */
  doneLabel: string;
  onDone: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  const copy = useCopy();
  const introduction = useRef<HTMLParagraphElement>(null);
  // The focused element has disappeared; screen readers then read the text before the codes.
  useEffect(() => introduction.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div className={styles.stack}>
      <p ref={introduction} tabIndex={-1}>
        Gardez ces codes de secours en lieu sûr&nbsp;: ils ne seront plus affichés. Sans votre téléphone ni votre clé,
        chacun ouvre le panneau une seule fois.
      </p>
      <ul className={styles.codes} aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button small onClick={() => void copy(text, 'Codes copiés')}>
          <Copy />
          Copier
        </Button>
        <ButtonLink
          small
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="codes-de-secours.txt"
        >
          <Download />
          Télécharger
        </ButtonLink>
      </div>
      <Button variant="primary" wide onClick={onDone}>
        {doneLabel}
      </Button>
    </div>
  );
}
