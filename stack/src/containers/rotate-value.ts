import { text } from 'node:stream/consumers';
import { runCommand, UsageError } from 'service-kit/run-command';
import { rotatePostbackKeys, rotateSecret, rotateSigningKey, rotateWebhookSecrets, stepOf } from './rotation.ts';

const HELP = `Usage: npm run --silent secrets:rotate -- SIGNING_KEY|MEDIA_URL_SECRET|POSTBACK_KEYS|WEBHOOK_SECRETS add|use|drop [partner]

One step of a rotation: reads the present value on standard input and writes the next one to standard output. Called by k8s/rotate.sh.
`;

const rotate = async (setting: string, stepName: string, partner: string): Promise<string> => {
  const step = stepOf(stepName);
  const value = (await text(process.stdin)).trim();
  switch (setting) {
    case 'SIGNING_KEY':
      return rotateSigningKey(value, step);
    case 'MEDIA_URL_SECRET':
      return rotateSecret(value, step);
    case 'POSTBACK_KEYS':
      return rotatePostbackKeys(value, step, partner);
    case 'WEBHOOK_SECRETS':
      return rotateWebhookSecrets(value, step, partner);
    default:
      throw new UsageError('the setting is one of: SIGNING_KEY, MEDIA_URL_SECRET, POSTBACK_KEYS, WEBHOOK_SECRETS');
  }
};

await runCommand(
  { help: HELP, allowPositionals: true },
  async ({ positionals: [setting = '', stepName = '', partner = ''] }) => {
    try {
      process.stdout.write(await rotate(setting, stepName, partner));
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }
  },
);
