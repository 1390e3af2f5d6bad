import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createBulkheads } from '../src/bulkheads.ts';
import type { Row } from '../src/routes.ts';

const row: Row = { path: '/api/subscription', target: 'billing', timeout: 1_000, limit: 1_000, inFlight: 1, waiting: 2 };

/** An answer that nobody has asked for; its end comes when the test says so. */
class Asker extends ServerResponse {
  override closed = false;

  leave(): void {
    this.closed = true;
    this.emit('close');
  }
}
const asker = () => new Asker(new IncomingMessage(new Socket()));

test('When somebody leaves the line, then the place goes to whoever stands behind, and nothing is left over', async () => {
  const bulkheads = createBulkheads();
  const [first, second, third, fourth] = [asker(), asker(), asker(), asker()];
  const turns = [first, second, third].map((response) => bulkheads.turn(row, response));
  expect(await turns[0]).toBe(true);
  expect(bulkheads.isFull(row)).toBe(true);

  second.leave();
  expect(await turns[1]).toBe(false);
  expect(bulkheads.isFull(row)).toBe(false);
  const last = bulkheads.turn(row, fourth);

  first.leave();
  expect(await turns[2]).toBe(true);
  third.leave();
  expect(await last).toBe(true);
  fourth.leave();
  expect(await bulkheads.turn(row, asker())).toBe(true);
});

test('When somebody goes in the moment of their turn, then the place goes on to the next', async () => {
  const bulkheads = createBulkheads();
  const [first, second, third] = [asker(), asker(), asker()];
  const turns = [first, second, third].map((response) => bulkheads.turn(row, response));
  await turns[0];
  first.leave();
  second.leave();
  expect(await turns[1]).toBe(false);
  expect(await turns[2]).toBe(true);
});
