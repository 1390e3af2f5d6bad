import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../write-whole.ts';
import { generateKept, kept } from './kept.ts';
import { filesOfServers, secretsOfProcesses } from './secrets-of-processes.ts';

/**
 * The first step of docker-compose.yml: `node make-secrets.ts <folder>` generates what must be secret, once, in <folder>/kept,
 * and writes environments/<process>.env, postgres/* and rabbitmq/* beside it, each of which is a volume of its own.
 */
const folder = resolve(process.argv[2] ?? '.');
const write = (part: string, name: string, content: string, mode: number) => {
  mkdirSync(join(folder, part), { recursive: true });
  writeWhole(join(folder, part, name), content, mode);
};

const file = join(folder, 'kept', 'secrets.json');
if (!existsSync(file)) write('kept', 'secrets.json', `${JSON.stringify(await generateKept(), null, 2)}\n`, 0o600);
const all = kept.parse(JSON.parse(readFileSync(file, 'utf8')));

// Node's --env-file: JSON goes between quotes that it does not contain itself.
const asEnvironment = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name}='${value}'\n`).join('');
for (const [name, values] of Object.entries(secretsOfProcesses(all))) write('environments', `${name}.env`, asEnvironment(values), 0o600);
// The servers run as users of their own.
for (const [server, files] of Object.entries(filesOfServers(all))) for (const [name, content] of Object.entries(files)) write(server, name, content, 0o644);
