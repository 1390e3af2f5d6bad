import type { AuditEntry } from 'contracts/audit';
import { addDays, parisDay } from 'contracts/days';
import { formatDate } from 'web-kit/formats';

/** Entries of one day in Paris. */
export interface AuditDay {
  day: string;
  entries: AuditEntry[];
}

/** Groups entries, the newest first, by their days. */
export const daysOf = (entries: readonly AuditEntry[]): AuditDay[] => {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = parisDay(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, of]) => ({ day, entries: of }));
};

/** Formats a day as "Aujourd’hui", "Hier" or "2 mars 2026". */
export const dayTitle = (day: string, nowMs: number): string => {
  const today = parisDay(nowMs);
  if (day === today) return 'Aujourd’hui';
  return day === addDays(today, -1) ? 'Hier' : formatDate(`${day}T12:00:00Z`);
};
