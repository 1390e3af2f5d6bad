import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from 'contracts/services';
import { print, runCommand, wholeNumber } from 'service-kit/run-command';
import { ROTATION_STEPS } from 'stack/containers/rotation';
import { secretFile, writeSecretFile } from 'stack/secret-files';
import type { RotatedSetting } from 'stack/secret-files';
import { readStackFile } from 'stack/stack-file';
import { startStack } from 'stack/test-stack';
import { waitUntil } from 'stack/wait-until';
import { z } from 'zod';
import { startLoad } from './load.ts';

const HELP = `Usage: npm run rotation:drill -- [options]

  Rotates each secret that has an overlap (docs/runbooks/rotate-secrets.md) on a stack of its own with two replicas, as
  k8s/rotate.sh does: changes the value by npm run secrets:rotate, then restarts the replicas of its holders one after the other.
  Meanwhile people log in, renew their sessions, use tokens, signed addresses and cursors of former keys, and pay by postbacks and
  signed notifications with the former and the new key. Before "drop" they discard what the former key signed: the drill
  does not wait for the times of the runbook. Ends with 1 when a request failed.

Options
  --seconds N   of requests after each step (default 10)
`;

const PARTNER = 'sandbox';
const SECRETS: readonly { name: string; setting: RotatedSetting; holders: readonly ServiceName[] }[] = [
  { name: 'identity/SIGNING_KEY', setting: 'SIGNING_KEY', holders: ['identity'] },
  { name: 'affiliate/SIGNING_KEY', setting: 'SIGNING_KEY', holders: ['affiliate'] },
  { name: 'MEDIA_URL_SECRET', setting: 'MEDIA_URL_SECRET', holders: ['media', 'catalogue'] },
  { name: `POSTBACK_KEYS/${PARTNER}`, setting: 'POSTBACK_KEYS', holders: ['billing'] },
  { name: `WEBHOOK_SECRETS/${PARTNER}`, setting: 'WEBHOOK_SECRETS', holders: ['billing'] },
];

/** Processes start slowly while two cores are busy. */
const RESTART_DEADLINE_MS = 300_000;
const ROTATE = join(import.meta.dirname, '..', '..', '..', 'stack', 'src', 'containers', 'rotate-value.ts');

/** Restarts one replica as a roll-out does, and waits until its new process is ready. */
const restart = async (stackFile: string, instance: string): Promise<void> => {
  const entry = () => readStackFile(stackFile).processes[instance];
  const before = entry()?.pid;
  if (before === undefined) throw new Error(`${instance} does not run`);
  process.kill(before, 'SIGTERM');
  await waitUntil(
    instance,
    async () => {
      const { pid, management } = entry() ?? {};
      if (pid === before) throw new Error('the former process still runs');
      const { status } = await fetch(`${management}/health/ready`);
      if (status !== 200) throw new Error(`it is not ready (${status})`);
    },
    { deadlineMs: RESTART_DEADLINE_MS },
  );
};

const ofPartner = z.object({ [PARTNER]: z.union([z.string().transform((value) => [value]), z.array(z.string())]) });
/** Returns the partner's keys or secrets in a setting, the current one first. */
const partnersOwn = (value: string): string[] => ofPartner.parse(JSON.parse(value))[PARTNER] ?? [];

const options = { seconds: { type: 'string', default: '10' } } as const;

await runCommand({ help: HELP, options }, async ({ values }) => {
  const seconds = wholeNumber(values.seconds, '--seconds', { least: 1, most: 3_600 });
  print('Starting a stack with two replicas (some minutes the first time)');
  const stack = await startStack({ demo: false, replicas: 2 });
  try {
    const dataDir = dirname(stack.stackFile);
    const valueOf = (setting: RotatedSetting, holder: ServiceName) =>
      readFileSync(secretFile(dataDir, holder, setting), 'utf8');
    const { accounts, partner: partnerUrl } = readStackFile(stack.stackFile);
    const load = await startLoad({
      url: stack.url,
      administratorPassword: accounts.administrator.password,
      partnerUrl,
      partner: {
        keys: partnersOwn(valueOf('POSTBACK_KEYS', 'billing')),
        secrets: partnersOwn(valueOf('WEBHOOK_SECRETS', 'billing')),
      },
    });
    /** Runs work under load, keeps the load for a while after it, and prints how many requests failed. */
    const underLoad = async (what: string, work: () => Promise<unknown>): Promise<void> => {
      const [before, begunAt] = [load.counts(), performance.now()];
      await work();
      await pause(seconds * 1_000);
      const after = load.counts();
      print(
        [
          what.padEnd(32),
          `${((performance.now() - begunAt) / 1_000).toFixed(0)} s`.padStart(7),
          `${after.requests - before.requests} requests`.padStart(16),
          `${after.failed - before.failed} failed`.padStart(12),
        ].join(''),
      );
    };
    await underLoad('before', async () => undefined);
    for (const { name, setting, holders } of SECRETS) {
      const signWith = (keys: string[]) => {
        if (setting === 'POSTBACK_KEYS') load.setPartner({ keys });
        if (setting === 'WEBHOOK_SECRETS') load.setPartner({ secrets: keys });
      };
      const isPartners = setting === 'POSTBACK_KEYS' || setting === 'WEBHOOK_SECRETS';
      const [first] = holders;
      if (!first) throw new Error(`${name} has no holder`);
      for (const step of ROTATION_STEPS) {
        const present = valueOf(setting, first);
        if (step === 'drop') {
          if (isPartners) signWith(partnersOwn(present).slice(0, 1));
          await load.renew();
        }
        const next = execFileSync(process.execPath, [ROTATE, setting, step, PARTNER], {
          input: present,
          encoding: 'utf8',
        });
        await underLoad(`${name} ${step}`, async () => {
          for (const holder of holders) writeSecretFile(dataDir, holder, setting, next);
          for (const holder of holders)
            for (const instance of [holder, `${holder}-2`]) await restart(stack.stackFile, instance);
          if (isPartners) signWith(partnersOwn(next));
        });
      }
    }
    await load.stop();
    const { requests, failed } = load.counts();
    for (const [reason, count] of load.failures()) print(`${count} times: ${reason}`);
    print(`\n${requests} requests, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await stack.stop();
  }
});
