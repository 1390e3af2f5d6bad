import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Button } from 'ui/button';
import { Field } from 'ui/field';
import { Link } from 'web-kit/router';
import styles from './overview.module.css';
import { periodFault, PRESETS, usePeriod } from './use-period.ts';

const NAMES: Record<(typeof PRESETS)[number], string> = { 7: '7 jours', 30: '30 jours', 90: '90 jours', 365: '12 mois' };

/** Chooses the period, which stands in the address. @param children what else is chosen beside it */
export function PeriodBar({ children }: { children?: ReactNode }) {
  const { period, preset, searchOf, choose } = usePeriod();
  return (
    <div className={styles.periodBar}>
      <nav className={styles.presets} aria-label="Période">
        {PRESETS.map((days) => (
          <Link key={days} to={{ search: searchOf(days) }} aria-current={preset === days ? 'true' : undefined}>{NAMES[days]}</Link>
        ))}
      </nav>
      {children}
      <Dates key={`${period.from} ${period.to}`} from={period.from} to={period.to} onChoose={choose} />
    </div>
  );
}

function Dates({ from, to, onChoose }: { from: string; to: string; onChoose: (period: { from: string; to: string }) => void }) {
  const [dates, setDates] = useState({ from, to });
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = periodFault(dates);
    setFault(found);
    if (!found) onChoose(dates);
  };
  return (
    <form className={styles.dates} onSubmit={submit} noValidate>
      <Field label="Du" type="date" value={dates.from} max={dates.to} error={fault ?? undefined} onChange={({ target }) => setDates({ ...dates, from: target.value })} />
      <Field label="Au" type="date" value={dates.to} min={dates.from} onChange={({ target }) => setDates({ ...dates, to: target.value })} />
      <Button type="submit">Afficher</Button>
    </form>
  );
}
