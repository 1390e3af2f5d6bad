import { traceIdOf } from 'service-kit/telemetry';
import { startTracing } from 'service-kit/tracing-export';
import { inSpan } from 'service-kit/tracing';
import { newTransaction, checkoutOf, useBilling } from './harness.ts';

const STORY = '00-1bf7651916cd43dd8448eb211c80319c-c7ad6b7169203331-01';

const billing = useBilling();

test('the trace of a registration includes what the first payment opens; a renewal has a trace of its own', async () => {
  const tracing = startTracing('billing-test', {
    export: (_spans, done) => done({ code: 0 }),
    shutdown: async () => undefined,
  });
  const subscriber = await inSpan('register', { from: { traceparent: STORY } }, () => billing.subscriber());
  const sub4 = checkoutOf((await subscriber.pay()).headers.location);
  await billing.postback({ event: 'first', sub4, transaction_id: newTransaction(), amount: '2.00' }).expect(200);
  await billing.postback({ event: 'renewal', sub4, transaction_id: newTransaction(), amount: '5.00' }).expect(200);
  await tracing.stop();
  const traces = (await billing.events(subscriber.id)).map(({ name, traceparent }) => [
    name,
    traceIdOf(traceparent ?? '') === traceIdOf(STORY),
  ]);
  expect(traces).toEqual(
    expect.arrayContaining([
      ['subscription.activated', true],
      ['subscription.renewed', false],
    ]),
  );
});
