import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { print, runCommand } from '../../packages/service-kit/src/run-command.ts';
import { checkAlerts } from './alerts.ts';
import { connectionViolations } from './connections.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { podSecurityViolations } from './pod-security.ts';
import { violationsOf } from './rules.ts';
import type { Manifest } from './rules.ts';
import { CACHE, definitionFolders, findGo, onPath, toolOf } from './tools.ts';
import { uploadRoomViolations } from './upload-room.ts';

const HELP = `Usage: npm run k8s:check

Renders every overlay of k8s/overlays, and k8s/argo-cd, and checks them: schemas of Kubernetes and of the operators,
kube-score, the rules of this repository (k8s/check/rules.ts, connections.ts, upload-room.ts), Pod Security "restricted" for
its pods and those that the operators create. Tests the alert rules with promtool where that is installed. Ends with 1 when
something is wrong, with 77 (skipped) where Go is missing.
`;

/** Exit status of a skipped test in automake's test drivers. */
const SKIPPED = 77;

const root = join(import.meta.dirname, '..');
/** Folders to render, relative to k8s. */
const ROOTS = [...readdirSync(join(root, 'overlays')).map((overlay) => `overlays/${overlay}`), 'argo-cd'];

/** Copies every definition into one folder, because the validator accepts only one kind of file. */
const gatherDefinitions = (go: string): string => {
  const gathered = join(CACHE, 'definitions');
  rmSync(gathered, { recursive: true, force: true });
  mkdirSync(gathered, { recursive: true });
  for (const [index, folder] of definitionFolders(go).entries())
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.yaml')))
      if (/^kind: CustomResourceDefinition/m.test(readFileSync(join(folder, file), 'utf8')))
        copyFileSync(join(folder, file), join(gathered, `${index}-${basename(file)}`));
  return gathered;
};

interface Verdict {
  status: string;
  message?: string;
}

/** Returns the validator's errors: "Deployment billing: spec.x: unknown field". The verdicts are in the order of the objects. */
const faultsOf = (rendered: string, response: string): string[] => {
  const objects = rendered
    .split(/^---$/m)
    .map(
      (text) =>
        `${/^kind: (.*)$/m.exec(text)?.[1] ?? '?'} ${/^metadata:\n(?: {2}.*\n)*? {2}name: (.*)$/m.exec(text)?.[1] ?? '?'}`,
    );
  const verdicts = Object.values(JSON.parse(response) as Record<string, Verdict[]>).flat();
  return verdicts.flatMap(({ status, message }, index) =>
    status === 'Success' ? [] : [`${objects[index] ?? '?'}: ${message ?? status}`],
  );
};

const check = (go: string): boolean => {
  mkdirSync(CACHE, { recursive: true });
  const kustomize = toolOf(go, 'kustomize', print);
  const validate = toolOf(go, 'kubectl-validate', print);
  const score = toolOf(go, 'kube-score', print);
  const definitions = gatherDefinitions(go);
  let isWell = true;
  for (const folder of ROOTS) {
    const overlay = basename(folder);
    const rendered = join(CACHE, `${overlay}.yaml`);
    try {
      writeFileSync(
        rendered,
        execFileSync(kustomize, ['build', join(root, folder)], {
          encoding: 'utf8',
          maxBuffer: 64 * 1024 ** 2,
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      );
    } catch (error) {
      print(`${overlay}: cannot be rendered\n${(error as { stderr?: string }).stderr ?? String(error)}`);
      isWell = false;
      continue;
    }
    const validated = spawnSync(validate, [rendered, '--local-crds', definitions, '--output', 'json'], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    });
    const scored = spawnSync(
      score,
      [
        'score',
        rendered,
        '--output-format',
        'ci',
        '--exit-one-on-warning',
        '--kubernetes-version',
        'v1.30',
        ...EXCEPTIONS.flatMap(({ test }) => ['--ignore-test', test]),
      ],
      { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
    );
    const text = readFileSync(rendered, 'utf8');
    const findings = scored.stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
    if (validated.status !== 0)
      print(
        `${overlay}: not valid\n${validated.stdout ? faultsOf(text, validated.stdout).join('\n') : validated.stderr}`,
      );
    if (scored.status !== 0) print(`${overlay}: kube-score\n${findings.join('\n') || scored.stderr}`);
    const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const violations = [
      ...violationsOf(manifests),
      ...connectionViolations(manifests),
      ...uploadRoomViolations(manifests),
      ...podSecurityViolations({ go, kustomize }, manifests),
    ];
    if (violations.length > 0) print(`${overlay}: rules\n${violations.join('\n')}`);
    if (validated.status === 0 && scored.status === 0 && violations.length === 0)
      print(`${overlay}: ${text.match(/^kind: /gm)?.length ?? 0} objects valid, 0 findings`);
    else isWell = false;
  }
  return isWell;
};

const checkRules = (): boolean => {
  const promtool = onPath('promtool');
  if (promtool) return checkAlerts(promtool, print);
  print('alerts: skipped, promtool (Debian: prometheus) is not on the PATH');
  return true;
};

await runCommand({ help: HELP }, () => {
  const go = findGo();
  if (go) return [check(go), checkRules()].every(Boolean) ? 0 : 1;
  print('skipped: k8s:check needs Go (https://go.dev/dl) to build its tools');
  return SKIPPED;
});
