import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
interface Workflow {
  jobs: { pin: { steps: readonly { name?: string; run?: string }[] } };
}
const workflow = parse(readFileSync(join(REPOSITORY, '.github', 'workflows', 'release.yaml'), 'utf8')) as Workflow;
const PIN = workflow.jobs.pin.steps.find(({ name }) => name?.startsWith('Pin the digests'))?.run ?? '';
const RUNBOOK = readFileSync(join(REPOSITORY, 'docs', 'runbooks', 'roll-back.md'), 'utf8');
/** The command of step 3 that moves the branch, without the Argo CD sync. */
const [, ROLL_BACK = ''] = /^ +(git .*) && argocd app sync coulisses$/m.exec(RUNBOOK) ?? [];

let folder: string;
let clone: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  clone = join(folder, 'clone');
  writeFileSync(join(folder, 'kustomize'), '#!/bin/sh\necho "$4" >> kustomization.yaml\n', { mode: 0o755 });
  run(folder, 'git init --quiet --bare origin.git && git clone --quiet origin.git clone');
  mkdirSync(join(clone, 'k8s', 'overlays', 'gitops'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const IDENTITY = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
const run = (cwd: string, script: string, env: Record<string, string> = {}): string =>
  execFileSync('bash', ['-euc', script], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${folder}:${process.env.PATH ?? ''}`, ...IDENTITY, ...env },
  });
/** Releases a version on top of the previous one, like the release job: from a fresh checkout of its tag. */
const release = (tag: string, digest: string): void => {
  writeFileSync(join(clone, 'version'), tag);
  writeFileSync(join(clone, 'k8s', 'overlays', 'gitops', 'kustomization.yaml'), 'none\n');
  run(clone, `git add . && git commit --quiet --message ${tag} && git push --quiet origin HEAD:main`);
  const checkout = join(folder, tag);
  run(folder, `git clone --quiet --branch main origin.git ${tag}`);
  mkdirSync(join(checkout, 'digests'));
  writeFileSync(join(checkout, 'digests', 'shell'), digest);
  run(checkout, PIN, { GITHUB_REF_NAME: tag, REGISTRY: 'registry.test' });
};
const deployed = (): string =>
  run(folder, 'git --git-dir origin.git show release:k8s/overlays/gitops/kustomization.yaml');

test('the runbook’s command rolls back to the images of the former version', () => {
  release('v1.0.0', 'sha256:former');
  release('v1.1.0', 'sha256:latter');
  expect(deployed()).toContain('@sha256:latter');
  run(clone, ROLL_BACK.replaceAll('<former tag>', 'v1.0.0'));
  expect(deployed()).toContain('@sha256:former');
});
