import { address, readConfig } from 'service-kit/config';
import { runCommand } from 'service-kit/run-command';
import { z } from 'zod';
import { generateStoredSecrets } from './stored-secrets.ts';
import { OPERATED_SERVERS, secretsOfOperators, secretsOfProcesses } from './secrets-of-processes.ts';

const HELP = `Usage: npm run --silent secrets

Prints a whole set of new secrets for staging or production as manifests:

  SMTP_URL=… POSTBACK_PARTNER=… S3_ACCESS_KEY_ID=… S3_SECRET_ACCESS_KEY=… npm run --silent secrets | kubectl apply --namespace coulisses --filename -

Each variable may be given as NAME_FILE. The administrator's password goes to the terminal alone.
`;

const settings = z.object({
  SMTP_URL: address('smtp:', 'smtps:'),
  POSTBACK_PARTNER: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
  S3_ACCESS_KEY_ID: z.string().min(1),
  S3_SECRET_ACCESS_KEY: z.string().min(1),
});

/** CloudNativePG only reads roles from secrets of this type, and reloads changed ones with this label. */
const ROLE_OF_POSTGRES = { type: 'kubernetes.io/basic-auth', labels: { 'cnpg.io/reload': 'true' } };

const manifest = (name: string, stringData: Record<string, string>) => {
  const { type, labels } = name.startsWith('postgres-') ? ROLE_OF_POSTGRES : { type: 'Opaque', labels: {} };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type,
    metadata: { name, labels: { 'app.kubernetes.io/part-of': 'coulisses', ...labels } },
    stringData,
  };
};

await runCommand({ help: HELP }, async () => {
  const { SMTP_URL, POSTBACK_PARTNER, ...storage } = readConfig(settings);
  const all = await generateStoredSecrets();
  const {
    partner: _partner,
    demo: _demo,
    backup: _backup,
    ...processes
  } = secretsOfProcesses(all, { stores: OPERATED_SERVERS, partner: POSTBACK_PARTNER, smtpUrl: SMTP_URL });
  const secrets = {
    ...processes,
    media: { ...processes.media, ...storage },
    'media-worker': { ...processes['media-worker'], ...storage },
    ...secretsOfOperators(all),
  };
  process.stdout.write(
    `${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: Object.entries(secrets).map(([name, values]) => manifest(name, values)) }, null, 2)}\n`,
  );
  process.stderr.write(`administrator's password: ${all.secrets.adminPassword}\n`);
});
