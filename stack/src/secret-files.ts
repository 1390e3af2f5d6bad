import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sync as writeFileAtomicSync } from 'write-file-atomic';
import type { Process, ProcessName } from './processes.ts';

/** Secrets with a rotation (docs/runbooks/rotate-secrets.md). */
const ROTATED = ['SIGNING_KEY', 'MEDIA_URL_SECRET', 'POSTBACK_KEYS', 'WEBHOOK_SECRETS'] as const;
export type RotatedSetting = (typeof ROTATED)[number];

/** Returns the file from which a process and its replicas read a secret at their next start. */
export const secretFile = (dataDir: string, process: ProcessName, setting: RotatedSetting): string =>
  join(dataDir, 'secrets', process, setting);

/** Replaces a secret; running processes still use the former one. */
export const writeSecretFile = (
  dataDir: string,
  process: ProcessName,
  setting: RotatedSetting,
  value: string,
): void => {
  const file = secretFile(dataDir, process, setting);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileAtomicSync(file, value, { mode: 0o600 });
};

/** Passes rotated secrets to processes as files, like containers do: a restarted process reads the new value. */
export const withSecretFiles = (processes: readonly Process[], dataDir: string): Process[] =>
  processes.map((one) => {
    const environment = { ...one.environment };
    for (const setting of ROTATED) {
      const value = environment[setting];
      if (value === undefined) continue;
      writeSecretFile(dataDir, one.name, setting, value);
      delete environment[setting];
      environment[`${setting}_FILE`] = secretFile(dataDir, one.name, setting);
    }
    return { ...one, environment };
  });
