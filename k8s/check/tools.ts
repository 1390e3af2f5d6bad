import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Cache between runs, next to the other caches of this clone. */
export const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'k8s-check');

const TOOLS = {
  kustomize: 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1',
  'kubectl-validate': 'sigs.k8s.io/kubectl-validate@v0.0.4',
  'kube-score': 'github.com/zegl/kube-score/cmd/kube-score@v1.20.0',
} as const;
type Tool = keyof typeof TOOLS;

/** Go module and folder with the definitions of each operator's resources. */
const DEFINITIONS = [
  ['sigs.k8s.io/gateway-api@v1.4.0', 'config/crd/standard'],
  ['github.com/kedacore/keda/v2@v2.21.0', 'config/crd/bases'],
  ['github.com/cloudnative-pg/cloudnative-pg@v1.27.0', 'config/crd/bases'],
  ['github.com/rabbitmq/cluster-operator/v2@v2.16.0', 'config/crd/bases'],
  ['github.com/mongodb/mongodb-kubernetes-operator@v0.9.0', 'config/crd/bases'],
  ['github.com/external-secrets/external-secrets@v0.20.4', 'config/crds/bases'],
  ['github.com/argoproj/argo-cd/v3@v3.1.8', 'manifests/crds'],
  ['github.com/prometheus-operator/prometheus-operator@v0.85.0', 'example/prometheus-operator-crd'],
] as const;

/** Returns the path of a program, or undefined. */
export const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/** Returns the path of Go, or undefined: Go builds every tool here. */
export const findGo = (): string | undefined =>
  onPath('go') ?? (existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : undefined);

/** Returns the path of a tool of a pinned version, which Go builds when this clone does not have it. */
export const toolOf = (go: string, name: Tool, print: (line: string) => void): string => {
  const file = join(CACHE, 'bin', name);
  if (existsSync(file)) return file;
  print(`building ${TOOLS[name]}`);
  mkdirSync(join(CACHE, 'bin'), { recursive: true });
  execFileSync(go, ['install', TOOLS[name]], {
    env: { ...process.env, GOBIN: join(CACHE, 'bin'), GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
};

/** Returns the folders with the operators' definitions, which Go fetches. @throws when one cannot be fetched */
export const definitionFolders = (go: string): string[] =>
  DEFINITIONS.map(([module, folder]) => {
    const response = execFileSync(go, ['mod', 'download', '-json', module], {
      cwd: CACHE,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return join((JSON.parse(response) as { Dir: string }).Dir, folder);
  });
