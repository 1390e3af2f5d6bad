import { addDays, parisDay } from 'contracts/days';
import { MAX_REPORT_CHARACTERS, REPORT_TOO_LARGE, reportRequest } from 'contracts/operations/postback-report';
import type { ReportComparison, ReportRequest } from 'contracts/operations/postback-report';
import { useRef, useState } from 'react';
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
  /** Suggested partner: a report covers one partner. */
  partner: string;
  onClose: () => void;
}

/** Validation errors by field. */
type Failures = Partial<Record<keyof ReportRequest, string>>;

/** Dialog that compares a report of the partner with the ledger, without changing anything. */
export function ReportDialog({ partner: suggested, onClose }: ReportDialogProps) {
  const [partner, setPartner] = useState(suggested);
  const [day, setDay] = useState(() => addDays(parisDay(Date.now()), -1));
  const [file, setFile] = useState<File | null>(null);
  /** Number of lines of the report that is being compared. */
  const [lines, setLines] = useState<number | null>(null);
  const [failures, setFailures] = useState<Failures>({});
  const [result, setResult] = useState<ReportComparison | null>(null);

  const partnerInput = useRef<HTMLInputElement>(null);
  const dayInput = useRef<HTMLInputElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  /** Grows with every change of a field: the response to a request with former values is dropped. */
  const revision = useRef(0);

  /** Removes the result or the errors of former values. */
  const reset = () => {
    revision.current += 1;
    setResult(null);
    setFailures({});
  };
  const fail = (field: keyof ReportRequest, text: string) => {
    setFailures({ [field]: text });
    const { current } = { partner: partnerInput, day: dayInput, csv: fileInput }[field];
    current?.focus();
  };
  const rejectUnreadableFile = () => {
    // Emptied, as choosing the same file again would trigger no change event.
    if (fileInput.current) fileInput.current.value = '';
    setFile(null);
    fail('csv', 'Ce fichier a changé ou n’existe plus. Sélectionnez-le de nouveau.');
  };
  const compare = async () => {
    reset();
    const begun = revision.current;
    if (!file) return fail('csv', 'Aucun fichier sélectionné');
    // The size is in bytes, which is at least the number of characters.
    if (file.size > MAX_REPORT_CHARACTERS) return fail('csv', REPORT_TOO_LARGE);
    setLines(0);
    try {
      // The file may have been changed or deleted since it was selected.
      const csv = await file.text().catch(() => null);
      if (begun !== revision.current) return;
      if (csv === null) return rejectUnreadableFile();
      const request = { partner: partner.trim(), day, csv };
      const [issue] = reportRequest.safeParse(request).error?.issues ?? [];
      if (issue) return fail(issue.path[0] as keyof ReportRequest, issue.message);
      setLines(csv.trimEnd().split('\n').length - 1);
      const comparison = await compareReport(request);
      if (begun === revision.current) setResult(comparison);
    } catch (error) {
      if (begun === revision.current) setFailures({ csv: messageOf(error) });
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
          ref={partnerInput}
          error={failures.partner}
          value={partner}
          onChange={({ target }) => {
            setPartner(target.value);
            reset();
          }}
        />
        <Field
          label="Jour du relevé"
          type="date"
          ref={dayInput}
          error={failures.day}
          value={day}
          onChange={({ target }) => {
            setDay(target.value);
            reset();
          }}
        />
        <Field
          label="Fichier CSV"
          type="file"
          accept=".csv,text/csv"
          ref={fileInput}
          error={failures.csv}
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            reset();
          }}
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
