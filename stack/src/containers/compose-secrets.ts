import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordOf } from 'contracts/services';
import { address, readConfig } from 'service-kit/config';
import { print, runCommand, UsageError } from 'service-kit/run-command';
import { z } from 'zod';
import { sync as writeFileAtomicSync } from 'write-file-atomic';
import { newWebhookSecret } from '../secrets.ts';
import { generateStoredSecrets, rotatePasswords, storedSecrets } from './stored-secrets.ts';
import type { StoredSecrets } from './stored-secrets.ts';
import { rotateSecret, rotateSigningKey, stepOf } from './rotation.ts';
import { filesOfServers, OPTIONAL_SECRETS, secretsOfProcesses, SINGLE_SERVERS } from './secrets-of-processes.ts';

const HELP = `Usage: docker compose run --rm secrets [show | rotate ...]

Generates the platform's secrets once and writes each process's own as files; the first step of docker-compose.yml.

  docker compose run --rm secrets                                      writes them again
  docker compose run --rm secrets show                                 the administrator's password and the partner's key
  docker compose run --rm secrets rotate SIGNING_KEY add|use|drop      of identity and affiliate
  docker compose run --rm secrets rotate MEDIA_URL_SECRET add|use|drop
  docker compose run --rm secrets rotate POSTBACK_KEYS add|use|drop
  docker compose run --rm secrets rotate WEBHOOK_SECRETS add|use|drop
  docker compose run --rm secrets rotate passwords                     of the databases and the broker

docs/runbooks/rotate-secrets.md has the whole procedure.
`;

/** Folder whose subfolders are separate volumes. */
const FOLDER = '/var/lib/platform';
const FILE = join(FOLDER, 'kept', 'secrets.json');

const read = async (): Promise<StoredSecrets> => {
  const secrets = existsSync(FILE)
    ? storedSecrets.parse(JSON.parse(readFileSync(FILE, 'utf8')))
    : await generateStoredSecrets();
  // Also saves secrets that a former version did not have.
  save(secrets);
  return secrets;
};
const save = (secrets: StoredSecrets) =>
  writeFileAtomicSync(FILE, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });

/** Writes secret files. All processes run as the user that can read their files; each server runs as its own user. */
const writeFiles = (all: Readonly<Record<string, Readonly<Record<string, string>>>>, mode: number) => {
  for (const [name, files] of Object.entries(all)) {
    mkdirSync(join(FOLDER, name), { recursive: true });
    for (const [file, content] of Object.entries(files))
      writeFileAtomicSync(join(FOLDER, name, file), content, { mode });
  }
};

const settings = z.object({
  SMTP_URL: address('smtp:', 'smtps:'),
  POSTBACK_PARTNER: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
  ...recordOf(OPTIONAL_SECRETS, (name) => [name, z.string().optional()]),
});
type Settings = z.output<typeof settings>;

const write = (secrets: StoredSecrets, { SMTP_URL, POSTBACK_PARTNER, ...optional }: Settings) => {
  writeFiles(
    secretsOfProcesses(secrets, { stores: SINGLE_SERVERS, partner: POSTBACK_PARTNER, smtpUrl: SMTP_URL, optional }),
    0o400,
  );
  writeFiles(filesOfServers(secrets), 0o444);
};

/** @throws when the arguments name no rotation, or the step does not apply */
const rotated = (all: StoredSecrets, [what, step]: readonly string[]): StoredSecrets => {
  const { secrets } = all;
  switch (what) {
    case 'SIGNING_KEY':
      return {
        ...all,
        secrets: {
          ...secrets,
          identityKey: rotateSigningKey(secrets.identityKey, stepOf(step)),
          affiliateKey: rotateSigningKey(secrets.affiliateKey, stepOf(step)),
        },
      };
    case 'MEDIA_URL_SECRET':
      return { ...all, secrets: { ...secrets, mediaUrlSecret: rotateSecret(secrets.mediaUrlSecret, stepOf(step)) } };
    case 'POSTBACK_KEYS':
      return { ...all, secrets: { ...secrets, postbackKey: rotateSecret(secrets.postbackKey, stepOf(step)) } };
    case 'WEBHOOK_SECRETS':
      return {
        ...all,
        secrets: { ...secrets, webhookSecret: rotateSecret(secrets.webhookSecret, stepOf(step), newWebhookSecret) },
      };
    case 'passwords':
      return { ...all, passwords: rotatePasswords(all.passwords) };
    default:
      throw new UsageError('Rotate what? Give a secret and a step.');
  }
};

await runCommand({ help: HELP, allowPositionals: true }, async ({ positionals: [command = 'write', ...rest] }) => {
  if (!['write', 'show', 'rotate'].includes(command)) throw new UsageError(`There is no command "${command}".`);
  const configuration = readConfig(settings);
  const secrets = await read();
  if (command === 'show') {
    print(`administrator's password   ${secrets.secrets.adminPassword}`);
    return print(`keys of ${configuration.POSTBACK_PARTNER}   ${secrets.secrets.postbackKey}`);
  }
  const next = command === 'rotate' ? rotated(secrets, rest) : secrets;
  if (next !== secrets) save(next);
  write(next, configuration);
  print(command === 'rotate' ? `${rest.join(' ')}: done, restart the services that read it` : 'secrets written');
});
