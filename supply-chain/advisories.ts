import { z } from 'zod';

/** Used part of the output of `npm audit --json`. */
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ name: z.string(), severity: z.string(), range: z.string(), via: z.array(z.unknown()) }),
  ),
});
const advisory = z.object({ title: z.string(), url: z.string() });

/** Severities that fail the audit. */
const FAILING: readonly string[] = ['high', 'critical'];

export type Verdict =
  { outcome: 'passed' } | { outcome: 'failed'; findings: string[] } | { outcome: 'skipped'; reason: string };

const parse = (output: string): unknown => {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
};

/**
 * Evaluates the output of `npm audit --json`: fails for each package with a high or critical advisory; skipped when the registry
 * responded without advisories.
 */
export const judge = (output: string): Verdict => {
  const response = parse(output);
  const { success, data } = report.safeParse(response);
  if (!success) {
    const { message } = z.object({ message: z.string() }).safeParse(response).data ?? {
      message: 'npm audit gave no report',
    };
    return { outcome: 'skipped', reason: message };
  }
  const findings = Object.values(data.vulnerabilities)
    .filter(({ severity }) => FAILING.includes(severity))
    .map(({ name, severity, range, via }) => {
      const { title, url } = via.map((source) => advisory.safeParse(source).data).find(Boolean) ?? {
        title: `by ${via.join(', ')}`,
        url: '',
      };
      return `${severity}: ${name} ${range}: ${title} ${url}`.trim();
    });
  return findings.length > 0 ? { outcome: 'failed', findings } : { outcome: 'passed' };
};
