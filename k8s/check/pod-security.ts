import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { templateOf } from './rules.ts';
import type { Manifest, PodTemplate } from './rules.ts';
import { CACHE } from './tools.ts';

/** Fields of custom resources whose content their operator merges into the pods that it makes. */
const OPERATORS: Readonly<Record<string, { pods: string; override: (spec: Record<string, unknown>) => unknown }>> = {
  RabbitmqCluster: {
    pods: 'rabbitmq',
    override: ({ override }) => (override as { statefulSet?: { spec?: unknown } } | undefined)?.statefulSet?.spec,
  },
  MongoDBCommunity: {
    pods: 'mongodb',
    override: ({ statefulSet }) => (statefulSet as { spec?: unknown } | undefined)?.spec,
  },
  Cluster: { pods: 'postgres', override: () => undefined },
  Pooler: { pods: 'pooler', override: ({ template }) => ({ template }) },
};

const source = join(import.meta.dirname, 'pod-security');

/** Builds Kubernetes' own Pod Security evaluator and returns its path. Go rebuilds only changed packages. */
const evaluatorOf = (go: string): string => {
  const program = join(CACHE, 'bin', 'pod-security');
  execFileSync(go, ['build', '-o', program, '.'], { cwd: source, stdio: ['ignore', 'ignore', 'inherit'] });
  return program;
};

/** Returns the pods of an operator with the overrides of the custom resource, merged like the operators do: by strategic merge. */
const operatedPods = (kustomize: string, { kind, spec = {} }: Manifest): PodTemplate | undefined => {
  const operator = OPERATORS[kind];
  if (!operator) return undefined;
  const folder = join(CACHE, 'operator-pods', operator.pods);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const pods = readFileSync(join(import.meta.dirname, 'operator-pods', `${operator.pods}.yaml`), 'utf8');
  const override = operator.override(spec);
  const { metadata } = parse(pods) as { metadata: { name: string } };
  const patches =
    override === undefined
      ? []
      : [{ patch: stringify({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: override }) }];
  writeFileSync(join(folder, 'pods.yaml'), stringify(parse(pods), { aliasDuplicateObjects: false }));
  writeFileSync(join(folder, 'kustomization.yaml'), stringify({ resources: ['pods.yaml'], patches }));
  const merged = parse(execFileSync(kustomize, ['build', folder], { encoding: 'utf8' })) as Manifest;
  return templateOf(merged);
};

/**
 * Returns violations of Pod Security "restricted", which every namespace of the overlays enforces, by the overlay's own pods and by
 * those that operators create.
 */
export const podSecurityViolations = (
  tools: { go: string; kustomize: string },
  manifests: readonly Manifest[],
): string[] => {
  const evaluator = evaluatorOf(tools.go);
  const workloads = manifests.flatMap((manifest) => {
    const template = templateOf(manifest) ?? operatedPods(tools.kustomize, manifest);
    return template ? [{ name: `${manifest.kind} ${manifest.metadata.name}`, template }] : [];
  });
  const { status, stdout, stderr } = spawnSync(evaluator, { input: JSON.stringify(workloads), encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`pod-security: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => `Pod Security: ${line}`);
};
