import type { SentRequest } from '../../src/attack/attempt.ts';
import { compare, sightingsById } from '../../src/attack/differential.ts';
import type { RequestLine } from '../../src/attack/service-records.ts';

const request = (id: string) => ({ id, method: 'GET' }) as SentRequest;
const line = (name: string, requestId: string, more: Partial<RequestLine> = {}) => ({
  name,
  requestId,
  method: 'GET',
  route: '/',
  status: 200,
  ...more,
});
const forwarded = (requestId: string) => line('gateway', requestId, { target: 'billing', upstreamRequests: 1 });

const faultsOf = (lines: readonly Omit<RequestLine, 'order'>[]): string[] =>
  compare(
    { requests: [request('first'), request('second')], smuggledIds: ['smuggled'] },
    sightingsById({ lines: lines.map((one, order) => ({ ...one, order })), malformed: [] }),
  );

describe('the differential check', () => {
  test('accepts requests that their service has received as often and in the order in which the gateway has forwarded them', () => {
    expect(
      faultsOf([line('billing', 'first'), forwarded('first'), line('billing', 'second'), forwarded('second')]),
    ).toEqual([]);
  });

  test.each([
    [
      'a request that only a service has seen',
      [line('billing', 'first')],
      'billing has received first 1 times, the gateway has forwarded it 0 times',
    ],
    [
      'a request that a service has received twice',
      [line('billing', 'first'), line('billing', 'first'), forwarded('first')],
      'billing has received first 2 times, the gateway has forwarded it 1 times',
    ],
    ['a request that no service has received', [forwarded('first')], 'billing has received first 0 times of 1'],
    [
      'a request that another service has received',
      [line('identity', 'first'), line('billing', 'first'), forwarded('first')],
      'identity has received first 1 times, the gateway has forwarded it 0 times',
    ],
    [
      'a request that the gateway has handled twice',
      [line('gateway', 'first'), line('gateway', 'first')],
      'the gateway has handled first 2 times',
    ],
    ['a smuggled request', [line('billing', 'smuggled')], 'billing has received a smuggled request: GET / (smuggled)'],
    [
      'requests of one connection in another order',
      [line('billing', 'second'), forwarded('second'), line('billing', 'first'), forwarded('first')],
      'billing has handled second before an earlier request of its connection',
    ],
  ])('reports %s', (_name, lines, fault) => {
    expect(faultsOf(lines)).toContain(fault);
  });
});
