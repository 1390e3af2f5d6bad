import { readFileSync } from 'node:fs';
import { generateStoredSecrets, storedSecrets } from './stored-secrets.ts';
import { filesOfServers, secretsOfProcesses, SINGLE_SERVERS } from './secrets-of-processes.ts';

/**
 * Runs in a trial cluster (k8s/components/generated-secrets): creates missing secrets of the namespace and leaves existing ones.
 */
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const token = readFileSync(`${ACCOUNT}/token`, 'utf8');
const namespace = readFileSync(`${ACCOUNT}/namespace`, 'utf8');
const secrets = `https://kubernetes.default.svc/api/v1/namespaces/${namespace}/secrets`;
const STORED_SECRETS = 'kept-secrets';

const call = (address: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(address, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    signal: AbortSignal.timeout(10_000),
  });
const failureOf = async (what: string, response: Response) =>
  new Error(`${what}: the cluster responded ${response.status} ${await response.text()}`);

/** @returns whether it was created */
const create = async (name: string, values: Record<string, string>): Promise<boolean> => {
  const labels = { 'app.kubernetes.io/part-of': 'coulisses' };
  const response = await call(secrets, {
    method: 'POST',
    body: JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name, labels }, stringData: values }),
  });
  if (!response.ok && response.status !== 409) throw await failureOf(name, response);
  await response.body?.cancel();
  return response.ok;
};

const read = async (name: string, key: string): Promise<string> => {
  const response = await call(`${secrets}/${name}`);
  if (!response.ok) throw await failureOf(name, response);
  const { data } = (await response.json()) as { data: Record<string, string> };
  return Buffer.from(data[key] ?? '', 'base64').toString();
};

const replaceStored = async (value: string): Promise<void> => {
  const response = await call(`${secrets}/${STORED_SECRETS}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ stringData: { 'secrets.json': value } }),
  });
  if (!response.ok) throw await failureOf(STORED_SECRETS, response);
  await response.body?.cancel();
};

await create(STORED_SECRETS, { 'secrets.json': JSON.stringify(await generateStoredSecrets()) });
const stored = await read(STORED_SECRETS, 'secrets.json');
const all = storedSecrets.parse(JSON.parse(stored));
// Saves secrets that a former version did not have.
if (JSON.stringify(all) !== stored) await replaceStored(JSON.stringify(all));
const secretsByName = {
  ...secretsOfProcesses(all, { stores: SINGLE_SERVERS, partner: 'sandbox', smtpUrl: 'smtp://mailbox:1025' }),
  ...filesOfServers(all),
};
for (const [name, values] of Object.entries(secretsByName))
  process.stdout.write(`${name}: ${(await create(name, values)) ? 'created' : 'exists'}\n`);
