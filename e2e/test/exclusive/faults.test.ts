import { describe, test } from '@jest/globals';
import { eventually } from '../../src/browser.ts';
import { refund, register } from '../../src/paying.ts';
import { kill, RECOVERY_TIMEOUT_MS, startedAgain } from '../../src/processes.ts';

const SLUG = 'maelle';
const trying =
  <Value>(probe: () => Promise<Value>) =>
  async (): Promise<Value | null> =>
    probe().catch(() => null);

describe('a process that dies during a payment', () => {
  test('counts a payment once, without a hand, when billing dies after the partner’s postback', async () => {
    const payer = await register(SLUG);
    await eventually(
      () => payer.hidden(SLUG),
      (count) => count > 0,
    );
    const paying = payer.pay(SLUG);
    await paying;
    const pid = kill('billing');
    await startedAgain('billing', pid);
    await eventually(trying(payer.hasPaid), (paid) => paid === true, RECOVERY_TIMEOUT_MS);
    await eventually(
      trying(() => payer.hidden(SLUG)),
      (count) => count === 0,
      RECOVERY_TIMEOUT_MS,
    );
  });

  test('opens access once the broker is back when it dies during a payment', async () => {
    const payer = await register(SLUG);
    await eventually(
      () => payer.hidden(SLUG),
      (count) => count > 0,
    );
    const transaction = payer.pay(SLUG);
    const pid = kill('rabbitmq');
    await transaction;
    await startedAgain('rabbitmq', pid);
    await eventually(trying(payer.hasPaid), (paid) => paid === true, RECOVERY_TIMEOUT_MS);
    await eventually(
      trying(() => payer.hidden(SLUG)),
      (count) => count === 0,
      RECOVERY_TIMEOUT_MS,
    );
  });

  test('closes access once the catalogue is back when it dies during a refund', async () => {
    const payer = await register(SLUG);
    const transaction = await payer.pay(SLUG);
    await eventually(
      trying(() => payer.hidden(SLUG)),
      (count) => count === 0,
      RECOVERY_TIMEOUT_MS,
    );
    const pid = kill('catalogue');
    await refund(transaction);
    await startedAgain('catalogue', pid);
    await eventually(trying(payer.hasPaid), (paid) => paid === false, RECOVERY_TIMEOUT_MS);
    await eventually(
      trying(() => payer.hidden(SLUG)),
      (count) => (count ?? 0) > 0,
      RECOVERY_TIMEOUT_MS,
    );
  });
});
