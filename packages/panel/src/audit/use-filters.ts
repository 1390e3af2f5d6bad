import { AUDIT_ACTORS, AUDIT_KINDS } from 'contracts/audit';
import { truncate } from 'contracts/truncate';
import { day } from 'contracts/days';
import { useSearchParams } from 'web-kit/router';
import type { AuditFilters } from './api/get-audit.ts';

const NAMES = { kind: 'type', actor: 'auteur', subject: 'recherche', from: 'du', to: 'au' } as const;

/** Reads the filters from the page's address. */
export const useFilters = () => {
  const [parameters, setParameters] = useSearchParams();
  const kind = AUDIT_KINDS.find((known) => known === parameters.get(NAMES.kind));
  const actor = AUDIT_ACTORS.find((known) => known === parameters.get(NAMES.actor));
  const subject = truncate(parameters.get(NAMES.subject)?.trim() ?? '', 100);
  const dayOf = (name: string) => day.safeParse(parameters.get(name)).data;
  const [from, to] = [dayOf(NAMES.from), dayOf(NAMES.to)];
  const filters: AuditFilters = {
    ...(kind ? { kind } : {}),
    ...(actor ? { actor } : {}),
    ...(subject ? { subject } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  return {
    filters,
    /** Sets one filter; an empty value removes it. */
    set: (filter: keyof typeof NAMES, value: string): void => {
      const next = new URLSearchParams(parameters);
      if (value) next.set(NAMES[filter], value);
      else next.delete(NAMES[filter]);
      setParameters(next, { replace: true });
    },
    clear: (): void => {
      const next = new URLSearchParams(parameters);
      Object.values(NAMES).forEach((name) => next.delete(name));
      setParameters(next, { replace: true });
    },
  };
};
