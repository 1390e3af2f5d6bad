import { addDays, countDays, day, parisDay, PERIOD_DEFAULT_DAYS, PERIOD_MAX_DAYS } from 'contracts/days';
import { useState } from 'react';
import { useSearchParams } from 'web-kit/router';
import type { Period } from './api/get-overview.ts';

export const PRESETS = [7, 30, 90, 365] as const;

const PARAMETERS = { days: 'jours', from: 'du', to: 'au' } as const;

/** Returns the period of so many days that ends today. */
const lastDays = (days: number, today: string): Period => ({ from: addDays(today, 1 - days), to: today });

/** Returns why a period cannot be shown, as a sentence for the user; null when it can. */
export const periodFault = ({ from, to }: Period): string | null => {
  if (!day.safeParse(from).success || !day.safeParse(to).success) return 'Date invalide';
  const days = countDays(from, to);
  if (days < 1) return 'La période se termine avant de commencer';
  return days > PERIOD_MAX_DAYS ? `La période ne peut pas dépasser ${PERIOD_MAX_DAYS} jours` : null;
};

/** Reads the period from the page's address: `?jours=` or `?du=&au=`; the last thirty days where it is absent or invalid. */
export const usePeriod = () => {
  const [today] = useState(() => parisDay(Date.now()));
  const [parameters, setParameters] = useSearchParams();
  const customPeriod = { from: parameters.get(PARAMETERS.from) ?? '', to: parameters.get(PARAMETERS.to) ?? '' };
  const isCustom = periodFault(customPeriod) === null;
  const requests = Number(parameters.get(PARAMETERS.days));
  const preset = PRESETS.find((days) => days === requests) ?? PERIOD_DEFAULT_DAYS;
  const without = () => {
    const next = new URLSearchParams(parameters);
    Object.values(PARAMETERS).forEach((name) => next.delete(name));
    return next;
  };
  return {
    period: isCustom ? customPeriod : lastDays(preset, today),
    /** null: custom dates. */
    preset: isCustom ? null : preset,
    /** Adds this period to the address of another page. */
    withPeriod: (search: string): string => {
      const next = new URLSearchParams(search);
      for (const name of Object.values(PARAMETERS)) {
        const value = parameters.get(name);
        if (value !== null) next.set(name, value);
      }
      return `?${next}`;
    },
    /** Returns the address of a preset. */
    searchOf: (days: number): string => {
      const next = without();
      next.set(PARAMETERS.days, String(days));
      return `?${next}`;
    },
    choose: ({ from, to }: Period): void => {
      const next = without();
      next.set(PARAMETERS.from, from);
      next.set(PARAMETERS.to, to);
      setParameters(next);
    },
  };
};
