import { findRejectedWrite } from '../../src/fuzz/rejected-writes.ts';

/** Creates a service that rejects every request except `accepted` ones, and writes for some of them. */
const createService = ({
  writers = [],
  acceptedOnce = [],
  writesOnce = false,
}: {
  writers?: readonly string[];
  acceptedOnce?: readonly string[];
  writesOnce?: boolean;
}) => {
  let rows = 0;
  const accepted = new Set(acceptedOnce);
  const sent: string[][] = [];
  return {
    sent,
    sendAll: async (requests: readonly string[]): Promise<Set<string>> => {
      sent.push([...requests]);
      if (
        requests.some((request) => writers.includes(request) || accepted.has(request)) &&
        !(writesOnce && sent.length > 1)
      )
        rows += 1;
      const now = new Set(requests.filter((request) => accepted.has(request)));
      for (const request of now) accepted.delete(request);
      return now;
    },
    changedBy: async (work: () => Promise<void>): Promise<string[]> => {
      const before = rows;
      await work();
      return rows === before ? [] : ['billing.ledger'];
    },
  };
};
const REQUESTS = ['a', 'b', 'c', 'd', 'e'];

describe('findRejectedWrite', () => {
  test('finds nothing where the stores stay as they are', async () => {
    expect(await findRejectedWrite(REQUESTS, createService({}))).toBeNull();
  });

  test.each(REQUESTS)('names the request that was rejected and has written: %s', async (writer) => {
    expect(await findRejectedWrite(REQUESTS, createService({ writers: [writer] }))).toEqual({
      changed: ['billing.ledger'],
      by: writer,
    });
  });

  test('names one of several that have written', async () => {
    expect(await findRejectedWrite(REQUESTS, createService({ writers: ['b', 'e'] }))).toEqual({
      changed: ['billing.ledger'],
      by: expect.stringMatching(/[be]/),
    });
  });

  test('reports a write that does not happen again without a request', async () => {
    expect(await findRejectedWrite(REQUESTS, createService({ writers: ['b'], writesOnce: true }))).toEqual({
      changed: ['billing.ledger'],
      by: null,
    });
  });

  test('leaves out a request that is accepted now, and compares again', async () => {
    const service = createService({ acceptedOnce: ['c'] });
    expect(await findRejectedWrite(REQUESTS, service)).toBeNull();
    expect(service.sent).toEqual([REQUESTS, ['a', 'b', 'd', 'e']]);
  });
});
