import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createBulkheads } from '../src/bulkheads.ts';
import type { Admission } from '../src/bulkheads.ts';
import type { Row } from '../src/routes.ts';

const row: Row = {
  path: '/api/subscription',
  target: 'billing',
  timeoutMs: 1_000,
  requestsPerMinute: 1_000,
  inFlight: 1,
  waiting: 2,
};
/** A share per address above the limit of the bulkhead, so that it has no effect. */
const UNSHARED = 100;

/** A response whose client disconnects when the test calls `leave`. */
class PendingResponse extends ServerResponse {
  override closed = false;

  leave(): void {
    this.closed = true;
    this.emit('close');
  }
}
const pending = () => new PendingResponse(new IncomingMessage(new Socket()));
const release = (admission: Admission | undefined) => {
  if (typeof admission !== 'object') throw new Error(`not admitted: ${admission}`);
  admission.release();
};

describe('a bulkhead', () => {
  test('passes a slot to the next waiter, past one whose client has left', async () => {
    const bulkheads = createBulkheads(UNSHARED);
    const responses = [pending(), pending(), pending()];
    const admissions = responses.map((response) => bulkheads.enter(row, 'a', response));
    const first = await admissions[0];
    expect(bulkheads.isFull(row, 'a')).toBe(true);

    responses[1]?.leave();
    expect(await admissions[1]).toBe('clientLeft');
    expect(bulkheads.isFull(row, 'a')).toBe(false);
    const last = bulkheads.enter(row, 'a', pending());

    release(first);
    release(await admissions[2]);
    release(await last);
    release(await bulkheads.enter(row, 'a', pending()));
  });

  test('passes a slot on when its client leaves at the moment when it gets it', async () => {
    const bulkheads = createBulkheads(UNSHARED);
    const responses = [pending(), pending(), pending()];
    const admissions = responses.map((response) => bulkheads.enter(row, 'a', response));
    const first = await admissions[0];
    release(first);
    responses[1]?.leave();
    expect(await admissions[1]).toBe('clientLeft');
    release(await admissions[2]);
  });

  test('sheds a request that finds neither a slot nor room to wait', async () => {
    const bulkheads = createBulkheads(UNSHARED);
    const admissions = [1, 2, 3].map(() => bulkheads.enter(row, 'a', pending()));
    expect(await bulkheads.enter(row, 'a', pending())).toBe('full');
    for (const admission of admissions) release(await admission);
  });

  test('sheds a request that has waited for a slot as long as it would wait for the service', async () => {
    const bulkheads = createBulkheads(UNSHARED);
    const slow = { ...row, timeoutMs: 20 };
    const slot = await bulkheads.enter(slow, 'a', pending());
    expect(await bulkheads.enter(slow, 'a', pending())).toBe('full');

    const waiter = bulkheads.enter(slow, 'a', pending());
    release(slot);
    release(await waiter);
    release(await bulkheads.enter(slow, 'a', pending()));
  });

  test('gives one address a quarter of its slots and waiters', async () => {
    const bulkheads = createBulkheads();
    const large = { ...row, inFlight: 4, waiting: 28 };
    const enter = (address: string) => bulkheads.enter(large, address, pending());
    const slots = [1, 2, 3, 4].map(() => enter('attacker'));
    const waiters = [1, 2, 3, 4].map(() => enter('attacker'));
    expect(await enter('attacker')).toBe('full');
    const visitor = enter('visitor');
    for (const slot of [...slots, ...waiters]) release(await slot);
    release(await visitor);
    expect(bulkheads.isFull(large, 'attacker')).toBe(false);
  });
});
