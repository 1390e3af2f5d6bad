import { text } from 'node:stream/consumers';
import { rotatePostbackKeys, rotateSecret, rotateSigningKey, stepOf } from './rotation.ts';

/**
 * One step of a rotation for k8s/rotate.sh: reads the present value on standard input and writes the next one to standard output.
 *
 *   node rotate-value.ts SIGNING_KEY|MEDIA_URL_SECRET|POSTBACK_KEYS add|use|drop [partner]
 */
const [setting, stepName, partner = ''] = process.argv.slice(2);

const rotate = async (): Promise<string> => {
  const step = stepOf(stepName);
  const value = (await text(process.stdin)).trim();
  switch (setting) {
    case 'SIGNING_KEY':
      return rotateSigningKey(value, step);
    case 'MEDIA_URL_SECRET':
      return rotateSecret(value, step);
    case 'POSTBACK_KEYS':
      return rotatePostbackKeys(value, step, partner);
    default:
      throw new Error('the setting is one of: SIGNING_KEY, MEDIA_URL_SECRET, POSTBACK_KEYS');
  }
};

try {
  process.stdout.write(await rotate());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
