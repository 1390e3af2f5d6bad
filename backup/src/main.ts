import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { parseArgs, ParseArgsOptionsConfig } from 'node:util';
import { DATABASES, SERVICE_NAMES } from 'contracts/services';
import { print, runCommand, UsageError, wholeNumber } from 'service-kit/run-command';
import { databaseVariable, managementVariable, readManagementUrls, readStores } from './config.ts';
import { createBackupFolder } from './backup-folder.ts';
import type { BackupFolder } from './backup-folder.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { printReport } from './reconcile/report.ts';
import { OperatorError } from './operator-error.ts';
import { restoreBackup, storesWithData } from './restore-backup.ts';
import { pruneBackups, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const HELP = `Usage: npm run backup | restore | reconcile -- [options]

Backup, restore and reconciliation of PostgreSQL, MongoDB and the media files.

  npm run backup -- <folder>        writes a backup below the folder, while the platform runs
    --keep N                        afterwards removes all but the newest N
  npm run restore -- <folder>       replaces the contents of the stores by the newest backup of the folder
    --backup NAME                   another one of the folder
    --verify                        reads the whole backup and touches nothing
    --yes                           overwrites without a prompt
  npm run reconcile                 compares the services' projections with their owners; ends with 1 on a difference
    --repair                        has the owners publish differing entities again
    --remove                        with --repair: also removes projections without an owner and files without a row
    --settle N                      seconds after which a difference is compared again (default 10)

Backup and restore read
  ${DATABASES.map(databaseVariable).join(', ')}, MONGO_URL,
  and STORAGE_DRIVER, STORAGE_DIR or S3_* as media has them.
Reconcile calls the services at
  ${SERVICE_NAMES.map(managementVariable).join(', ')}.
Without these, all three use the stack of npm start (DATA_DIR). Passwords are neither taken from the command line nor printed.
`;

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

const isAgreed = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const response = await prompt.question(`${question} [y/N] `).finally(() => prompt.close());
  return /^(y|yes|o|oui)$/i.test(response.trim());
};

const nameToRestore = async (backups: BackupFolder, requested: string | undefined): Promise<string> => {
  const whole = await backups.whole();
  const name = requested ?? whole.at(-1);
  if (name !== undefined && whole.includes(name)) return name;
  throw new OperatorError(
    requested === undefined
      ? `${backups.root} has no backup that has come to its end.`
      : `${backups.root} has no whole backup of the name ${requested}. It has: ${whole.join(', ') || 'none'}.`,
  );
};

const OPTIONS = {
  keep: { type: 'string' },
  backup: { type: 'string' },
  verify: { type: 'boolean' },
  yes: { type: 'boolean' },
  repair: { type: 'boolean' },
  remove: { type: 'boolean' },
  settle: { type: 'string', default: '10' },
} as const satisfies ParseArgsOptionsConfig;
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

const runBackup = async (backups: BackupFolder, values: Values): Promise<number> => {
  const begun = Date.now();
  const keep = values.keep === undefined ? undefined : wholeNumber(values.keep, '--keep', { least: 1 });
  const { name } = await takeBackup(readStores(), backups, print);
  print(`✓ ${backups.folderOf(name)} (${seconds(begun)})`);
  if (keep !== undefined) await pruneBackups(backups, keep, print);
  return 0;
};

const runRestore = async (backups: BackupFolder, values: Values): Promise<number> => {
  const begun = Date.now();
  const name = await nameToRestore(backups, values.backup);
  const manifest = await verifyBackup(backups, name);
  print(`${name}: every part is as it was written (${seconds(begun)})`);
  if (values.verify) return 0;
  const settings = readStores();
  const overwritten = await storesWithData(settings);
  const question = `These hold data, which the backup of ${manifest.begunAt} would replace: ${overwritten.join(', ')}.`;
  if (overwritten.length > 0 && !values.yes && !(await isAgreed(`${question} Go on?`)))
    throw new OperatorError(`${question} Nothing was touched; --yes overwrites without a prompt.`);
  await restoreBackup(settings, backups, manifest, print);
  print(
    `✓ restored (${seconds(begun)}). Start the services again on an empty broker, then: npm run reconcile -- --repair --remove`,
  );
  return 0;
};

const runReconcile = async (values: Values): Promise<number> => {
  if (values.remove && !values.repair) throw new UsageError('--remove goes with --repair.');
  const settleSeconds = wholeNumber(values.settle, '--settle', { least: 0 });
  const pairs = await reconcile(readManagementUrls(), {
    settle: () => pause(settleSeconds * 1000),
    repair: values.repair ?? false,
    remove: values.remove ?? false,
    print,
  });
  printReport(pairs, print);
  return pairs.some(({ differences }) => differences.length > 0) ? 1 : 0;
};

await runCommand({ help: HELP, options: OPTIONS, allowPositionals: true }, async ({ values, positionals }) => {
  const [command, folder] = positionals;
  try {
    if (command === 'reconcile') return await runReconcile(values);
    if ((command !== 'backup' && command !== 'restore') || folder === undefined)
      throw new UsageError('Backup and restore take a folder.');
    const backups = createBackupFolder(folder);
    return await (command === 'backup' ? runBackup(backups, values) : runRestore(backups, values));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
});
