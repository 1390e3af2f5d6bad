import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { periodFault, PeriodPresets, usePeriod } from '../figures/index.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './overview.module.css';

/** Choice of the period, stored in the page's address. @param children further choices beside it */
export function PeriodBar({ children }: { children?: ReactNode }) {
  const { period, choose } = usePeriod();
  return (
    <div className={styles.periodBar}>
      <PeriodPresets />
      {children}
      <Dates from={period.from} to={period.to} onChoose={choose} />
    </div>
  );
}

function Dates({
  from,
  to,
  onChoose,
}: {
  from: string;
  to: string;
  onChoose: (period: { from: string; to: string }) => void;
}) {
  const [first, setFirst] = useDraft(from);
  const [last, setLast] = useDraft(to);
  const [isFaultShown, setFaultShown] = useState(false);
  const fault = periodFault({ from: first, to: last });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFaultShown(fault !== null);
    if (fault === null) onChoose({ from: first, to: last });
  };
  return (
    <form className={styles.dates} onSubmit={submit} noValidate>
      <Field
        label="Du"
        type="date"
        value={first}
        max={last}
        error={(isFaultShown && fault) || undefined}
        onChange={({ target }) => setFirst(target.value)}
      />
      <Field label="Au" type="date" value={last} min={first} onChange={({ target }) => setLast(target.value)} />
      <Button type="submit">Afficher</Button>
    </form>
  );
}
