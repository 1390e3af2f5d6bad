import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { address, ConfigError, readConfig } from 'service-kit/config';
import { z } from 'zod';
import { writeWhole } from '../write-whole.ts';
import { generateKept, generatePasswords, kept } from './kept.ts';
import type { Kept } from './kept.ts';
import { rotateSecret, rotateSigningKey, stepOf } from './rotation.ts';
import { filesOfServers, secretsOfProcesses, SINGLE_SERVERS } from './secrets-of-processes.ts';

const HELP = `The first step of docker-compose.yml: generates the platform's secrets once and writes each process's own as files.

  docker compose run --rm secrets                                      writes them again
  docker compose run --rm secrets show                                 the administrator's password and the partner's key
  docker compose run --rm secrets rotate SIGNING_KEY add|use|drop      of identity and affiliate
  docker compose run --rm secrets rotate MEDIA_URL_SECRET add|use|drop
  docker compose run --rm secrets rotate POSTBACK_KEYS add|use|drop
  docker compose run --rm secrets rotate passwords                     of the databases and the broker

docs/runbooks/rotate-secrets.md has the whole procedure.
`;

/** Each folder below it is a volume of its own. */
const FOLDER = '/var/lib/platform';
const FILE = join(FOLDER, 'kept', 'secrets.json');

const say = (line: string) => void process.stdout.write(`${line}\n`);

const read = async (): Promise<Kept> => {
  if (existsSync(FILE)) return kept.parse(JSON.parse(readFileSync(FILE, 'utf8')));
  const fresh = await generateKept();
  save(fresh);
  return fresh;
};
const save = (secrets: Kept) => writeWhole(FILE, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);

/** Files of processes are readable by the user that all of them run as; servers run as users of their own. */
const writeFiles = (all: Readonly<Record<string, Readonly<Record<string, string>>>>, mode: number) => {
  for (const [name, files] of Object.entries(all)) {
    mkdirSync(join(FOLDER, name), { recursive: true });
    for (const [file, content] of Object.entries(files)) writeWhole(join(FOLDER, name, file), content, mode);
  }
};

const settings = z.object({
  SMTP_URL: address('smtp:', 'smtps:'),
  POSTBACK_PARTNER: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be lower-case letters, digits and hyphens'),
});
type Settings = z.output<typeof settings>;

const write = (secrets: Kept, { SMTP_URL, POSTBACK_PARTNER }: Settings) => {
  writeFiles(
    secretsOfProcesses(secrets, { stores: SINGLE_SERVERS, partner: POSTBACK_PARTNER, smtpUrl: SMTP_URL }),
    0o400,
  );
  writeFiles(filesOfServers(secrets), 0o444);
};

/** @throws when the arguments name no rotation, or the step does not fit */
const rotated = ({ secrets, passwords }: Kept, [what, step]: readonly string[]): Kept => {
  switch (what) {
    case 'SIGNING_KEY':
      return {
        passwords,
        secrets: {
          ...secrets,
          identityKey: rotateSigningKey(secrets.identityKey, stepOf(step)),
          affiliateKey: rotateSigningKey(secrets.affiliateKey, stepOf(step)),
        },
      };
    case 'MEDIA_URL_SECRET':
      return { passwords, secrets: { ...secrets, mediaUrlSecret: rotateSecret(secrets.mediaUrlSecret, stepOf(step)) } };
    case 'POSTBACK_KEYS':
      return { passwords, secrets: { ...secrets, postbackKey: rotateSecret(secrets.postbackKey, stepOf(step)) } };
    case 'passwords':
      return {
        secrets,
        passwords: { ...generatePasswords(), postgres: passwords.postgres, mongodb: passwords.mongodb },
      };
    default:
      throw new Error(HELP);
  }
};

const run = async (): Promise<void> => {
  const {
    positionals: [command = 'write', ...rest],
    values,
  } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) return say(HELP);
  const given = readConfig(settings);
  const secrets = await read();
  if (command === 'show') {
    say(`administrator's password   ${secrets.secrets.adminPassword}`);
    return say(`keys of ${given.POSTBACK_PARTNER}   ${secrets.secrets.postbackKey}`);
  }
  if (command !== 'write' && command !== 'rotate') throw new Error(HELP);
  const next = command === 'rotate' ? rotated(secrets, rest) : secrets;
  if (next !== secrets) save(next);
  write(next, given);
  say(command === 'rotate' ? `${rest.join(' ')}: done, restart the services that read it` : 'secrets written');
};

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
