import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE } from './tools.ts';

const monitoring = join(import.meta.dirname, '..', 'components', 'monitoring');
/** Path from the root of the repository, as in the rules. */
const RUNBOOKS = 'docs/runbooks';
const runbooks = join(import.meta.dirname, '..', '..', RUNBOOKS);

/** Returns the part of the resource below `spec`, which Prometheus itself reads. */
const rulesOf = (resource: string): string =>
  resource.slice(resource.indexOf('\n  groups:') + 1).replace(/^ {2}/gm, '');

/** Returns the alerts without a runbook of their own name. */
const withoutRunbook = (rules: string): string[] => {
  const written = readdirSync(runbooks);
  const alerts = rules
    .split('- alert: ')
    .slice(1)
    .map((rule) => ({ name: /^\w+/.exec(rule)?.[0] ?? '', runbook: /^ *runbook: (\S+)$/m.exec(rule)?.[1] }));
  return alerts
    .filter(({ name, runbook }) => runbook !== `${RUNBOOKS}/${name}.md` || !written.includes(`${name}.md`))
    .map(({ name }) => name);
};

/**
 * Tests the alert rules with promtool, and checks that each alert has a runbook.
 * @param promtool path of the program
 */
export const checkAlerts = (promtool: string, print: (line: string) => void): boolean => {
  const folder = join(CACHE, 'alerts');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const rules = rulesOf(readFileSync(join(monitoring, 'rules.yaml'), 'utf8'));
  writeFileSync(join(folder, 'alert-rules.yaml'), rules);
  const tests = readdirSync(join(monitoring, 'tests'));
  for (const test of tests) copyFileSync(join(monitoring, 'tests', test), join(folder, test));
  const checks = [
    ['check', 'rules', 'alert-rules.yaml'],
    ['test', 'rules', ...tests],
  ].map((args) => spawnSync(promtool, args, { cwd: folder, encoding: 'utf8' }));
  const failed = checks.filter(({ status }) => status !== 0);
  for (const { stdout, stderr } of failed) print(`alerts: promtool\n${stdout}${stderr}`);
  const missing = withoutRunbook(rules);
  if (missing.length > 0) print(`alerts: no runbook for ${missing.join(', ')}`);
  const isWell = failed.length === 0 && missing.length === 0;
  if (isWell) print(`alerts: ${rules.match(/- alert: /g)?.length ?? 0} tested, each with a runbook`);
  return isWell;
};
