import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, '..', '..', 'preflight.sh');
/** Programs of the script beside kubectl. */
const PROGRAMS = ['bash', 'dirname', 'ls', 'tr', 'sed', 'grep', 'sort', 'head', 'awk', 'getent'];
const OVERLAY = `data:
  PUBLIC_URL: https://site.invalid
  SIGNING_KEY_FILE: /run/platform/SIGNING_KEY
kind: ConfigMap
metadata:
  name: identity-4f7hc
---
kind: ScaledObject
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const preflight = (overlay = 'staging') => {
  const { status, stdout, stderr } = spawnSync('bash', [SCRIPT, overlay], {
    env: { PATH: folder },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};
const linkPrograms = () => {
  for (const program of PROGRAMS) symlinkSync(`/usr/bin/${program}`, join(folder, program));
};
/** A double of kubectl for a cluster that has what `present` finds in the arguments. */
const startCluster = (present: string) =>
  writeFileSync(
    join(folder, 'kubectl'),
    `#!/bin/bash
if [ "$1" = kustomize ]; then printf '%s' '${OVERLAY}'; else [[ "$1" = version || "$*" =~ ${present} ]]; fi
`,
    { mode: 0o755 },
  );

test('names what the cluster lacks, and for each what to do', () => {
  linkPrograms();
  startCluster('^get.namespace');
  const { status, stdout } = preflight();
  expect(status).toBe(1);
  expect(stdout).toMatch(/^ {2}ok {7}namespace coulisses\S*$/m);
  expect(stdout).toMatch(/^ {2}MISSING {2}KEDA: resource definition \S+\n {11}install KEDA$/m);
  expect(stdout).toMatch(/^ {2}MISSING {2}secret identity \(SIGNING_KEY\)\n {11}create it, or a whole set: npm run/m);
  expect(stdout).toMatch(/^ {2}MISSING {2}site\.invalid resolves\n {11}create its DNS record/m);
  expect(stdout).toMatch(/^\d+ missing\.$/m);
});

test('states what to do without a cluster, and without kubectl', () => {
  linkPrograms();
  const without = preflight();
  expect([without.status, without.stderr]).toEqual([1, expect.stringMatching(/^kubectl is missing: install it/)]);
  writeFileSync(join(folder, 'kubectl'), '#!/bin/bash\n[ "$1" = kustomize ]\n', { mode: 0o755 });
  const { status, stderr } = preflight();
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^No cluster responds: check the context of kubectl/)]);
});
