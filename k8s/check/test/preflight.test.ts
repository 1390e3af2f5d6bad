import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const SCRIPT = join(REPOSITORY, 'k8s', 'preflight.sh');
/** Programs that the script uses besides kubectl. */
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
const FROM_STORE = `---
kind: ExternalSecret
metadata:
  name: identity
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
/** Starts a fake kubectl for a cluster that has the resources whose arguments match `present`. */
const startCluster = (present: string, overlay = OVERLAY) =>
  writeFileSync(
    join(folder, 'kubectl'),
    `#!/bin/bash
if [ "$1" = kustomize ]; then printf '%s' '${overlay}'; else [[ "$1" = version || "$*" =~ ${present} ]]; fi
`,
    { mode: 0o755 },
  );

test('the preflight check names what the cluster lacks, and for each what to do', () => {
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

test('the preflight check names the entries of a store that secrets are made of, and the namespace of the overlay beneath', () => {
  linkPrograms();
  startCluster('^get.crd', OVERLAY + FROM_STORE);
  const { stdout } = preflight('gitops');
  expect(stdout).toMatch(/^ {2}STORE {4}secret identity: the entry coulisses\/identity needs: SIGNING_KEY$/m);
  expect(stdout).not.toContain('npm run');
  const [, file = ''] = /kubectl apply --filename (\S+)/.exec(stdout) ?? [];
  expect(existsSync(join(REPOSITORY, file))).toBe(true);
});

test('the preflight check names images that no release has pinned', () => {
  linkPrograms();
  const image = (digit: string) => `---
      image: registry.invalid/gateway@sha256:${digit.repeat(64)}
`;
  startCluster('^get', OVERLAY + image('0'));
  expect(preflight('gitops').stdout).toMatch(/^ {2}MISSING {2}digests of the images: gateway $/m);
  startCluster('^get', OVERLAY + image('3'));
  expect(preflight('gitops').stdout).not.toContain('digests');
});

test('the preflight check states what to do without a cluster, and without kubectl', () => {
  linkPrograms();
  const without = preflight();
  expect([without.status, without.stderr]).toEqual([1, expect.stringMatching(/^kubectl is missing: install it/)]);
  writeFileSync(join(folder, 'kubectl'), '#!/bin/bash\n[ "$1" = kustomize ]\n', { mode: 0o755 });
  const { status, stderr } = preflight();
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^No cluster responds: check the context of kubectl/)]);
});
