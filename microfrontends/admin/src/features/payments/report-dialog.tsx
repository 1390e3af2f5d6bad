import { addDays, parisDay } from 'contracts/days';
import { MAX_REPORT_CHARACTERS } from 'contracts/operations/billing';
import type { ReportComparison } from 'contracts/operations/billing';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import { Field } from 'ui/field';
import { messageOf } from 'web-kit/api';
import { plural } from 'web-kit/formats';
import { compareReport } from './api/compare-report.ts';
import styles from './payments.module.css';
import { ReportTable } from './report-table.tsx';

interface ReportDialogProps {
  /** Suggested; reports are of one partner. */
  partner: string;
  onClose: () => void;
}

/** Compares a report of the partner with the ledger; nothing is changed. */
export function ReportDialog({ partner: suggested, onClose }: ReportDialogProps) {
  const [partner, setPartner] = useState(suggested);
  const [day, setDay] = useState(() => addDays(parisDay(Date.now()), -1));
  const [file, setFile] = useState<File | null>(null);
  /** Of the report that is being compared. */
  const [lines, setLines] = useState<number | null>(null);
  const [failure, setFailure] = useState('');
  const [result, setResult] = useState<ReportComparison | null>(null);

  const compare = async () => {
    setResult(null);
    setFailure('');
    if (!file) return setFailure('Aucun fichier sélectionné');
    // In bytes; what is smaller has no more characters.
    if (file.size > MAX_REPORT_CHARACTERS) return setFailure('Ce relevé est trop volumineux.');
    setLines(0);
    try {
      const csv = await file.text();
      setLines(csv.trimEnd().split('\n').length - 1);
      setResult(await compareReport({ partner: partner.trim(), day, csv }));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setLines(null);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void compare();
  };

  return (
    <Dialog open onClose={onClose} title="Comparer un relevé CSV">
      <p className="soft">
        Le relevé d’un jour, avec les colonnes <code>transaction_id</code> et <code>amount</code>, au choix{' '}
        <code>event</code> et <code>currency</code>. Rien n’est modifié.
      </p>
      <form className={styles.settlement} onSubmit={submit} noValidate>
        <Field
          label="Partenaire"
          autoComplete="off"
          maxLength={40}
          value={partner}
          onChange={({ target }) => setPartner(target.value)}
        />
        <Field label="Jour du relevé" type="date" value={day} onChange={({ target }) => setDay(target.value)} />
        <Field
          label="Fichier CSV"
          type="file"
          accept=".csv,text/csv"
          error={failure}
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
        <div className={styles.buttons}>
          <Button
            type="submit"
            variant="primary"
            busy={lines !== null}
            busyLabel={lines ? `Comparaison de ${plural(lines, 'ligne')}` : 'Lecture du fichier'}
          >
            Comparer
          </Button>
        </div>
      </form>
      <div role="status">{result && <ReportTable result={result} />}</div>
    </Dialog>
  );
}
