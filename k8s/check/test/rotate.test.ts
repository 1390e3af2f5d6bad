import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, '..', '..', 'rotate.sh');
/** Fake kubectl: stores each key of a Secret in a file, and appends a line for each restart. */
const KUBECTL = `#!/bin/bash
cd "$(dirname "$0")"
case "$1 $2" in
  'get secret')
    case $7 in
      *ownerReferences*) if [ -e "$3.owner" ]; then cat "$3.owner"; fi ;;
      *) key=\${7#*.data.}; cat "$3.\${key%\\}}" ;;
    esac ;;
  'patch secret')
    sed -E 's/^\\{"data":\\{"[A-Z_]+":"([^"]*)"\\}\\}$/\\1/' > "$3.MEDIA_URL_SECRET"
    echo "patch $3" >> log ;;
  'rollout restart' | 'rollout status') echo "$2 $4" >> log ;;
esac
`;
const FORMER = 'former-secret-'.repeat(3);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rotate-'));
  writeFileSync(join(folder, 'kubectl'), KUBECTL, { mode: 0o755 });
  for (const service of ['media', 'catalogue']) store(service, FORMER);
});
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (service: string) => join(folder, `${service}.MEDIA_URL_SECRET`);
const store = (service: string, value: string) => writeFileSync(fileOf(service), btoa(value));
const stored = (service: string) => atob(readFileSync(fileOf(service), 'utf8').trim());
const rotate = (...args: readonly string[]) =>
  spawnSync(SCRIPT, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
  });

test('a rotation changes a secret in each Secret that holds it, then restarts one deployment after the other, step by step', () => {
  const steps = ['add', 'use', 'drop'].map((step) => {
    const { status, stderr } = rotate('staging', 'MEDIA_URL_SECRET', step);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stored('catalogue')).toBe(stored('media'));
    return stored('media');
  });
  const [former, next] = JSON.parse(steps[0] ?? '') as string[];
  expect(former).toBe(FORMER);
  expect(steps.slice(1)).toEqual([JSON.stringify([next, former]), next]);
  const step = [
    'patch media',
    'patch catalogue',
    'restart media',
    'status media',
    'restart catalogue',
    'status catalogue',
  ];
  expect(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')).toEqual([...step, ...step, ...step]);
});

test('a rotation rejects a Secret that a store would overwrite, and names the runbook', () => {
  writeFileSync(join(folder, 'catalogue.owner'), 'ExternalSecret');
  const { status, stderr } = rotate('staging', 'MEDIA_URL_SECRET', 'add');
  expect([status, stderr]).toEqual([1, expect.stringContaining('docs/runbooks/rotate-secrets.md')]);
  expect(stored('media')).toBe(FORMER);
});
