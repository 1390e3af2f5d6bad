import type { RequestListener, ServerResponse } from 'node:http';
import type { OutgoingPostbacks } from 'contracts/outgoing-postbacks';
import { eventually } from 'testing/eventually';
import { startHttpServer } from 'testing/http-server';
import { startAffiliate } from './harness.ts';
import type { AffiliateApp } from './harness.ts';

/** Pending responses of a silent server, which the test completes. */
let silent: ServerResponse[] = [];
/** Number of requests to a server that rejects the first one and stays silent at the second. */
let toFailing = 0;
const recordOrRespond: RequestListener = (request, response) => {
  if (request.url === '/failing') {
    toFailing += 1;
    if (toFailing === 1) response.writeHead(500).end();
    else if (toFailing === 2) silent.push(response);
    else response.writeHead(204).end();
  } else if (request.url === '/silent') silent.push(response);
  else response.writeHead(204).end();
};

let tracker: Awaited<ReturnType<typeof startHttpServer>>;
let app: AffiliateApp;
beforeAll(async () => {
  tracker = await startHttpServer(recordOrRespond);
  app = await startAffiliate({ privatePostbackHosts: [new URL(tracker.url).host] });
  app.outgoing.start();
});
afterAll(async () => {
  await app.outgoing.stop();
  await app.stop();
  await tracker.close();
});
beforeEach(() => {
  silent = [];
});

const newAffiliate = async (path: string) => {
  const { slug, bearer } = await app.createAndLogIn();
  const address = `/api/affiliates/${slug}/outgoing`;
  const settings = { url: tracker.url + path, method: 'POST', events: [], is_enabled: true };
  await app.http.put(address).set('Authorization', bearer).send(settings).expect(200);
  const log = async () =>
    ((await app.http.get(address).set('Authorization', bearer).expect(200)).body as OutgoingPostbacks).deliveries;
  return {
    retry: (id: string) => app.http.post(`${address}/${id}/retry`).set('Authorization', bearer).expect(200),
    sendTest: () => app.http.post(`${address}/test`).set('Authorization', bearer).expect(201),
    log,
    areDelivered: async () => (await log()).every(({ state }) => state === 'delivered'),
  };
};

test('a silent server delays its own notifications alone, of which two are sent at once', async () => {
  const [slow, other] = [await newAffiliate('/silent'), await newAffiliate('/')];
  for (const _each of Array.from({ length: 4 })) await slow.sendTest();
  await eventually(() => silent.length === 2);
  for (const _each of Array.from({ length: 3 })) await other.sendTest();
  await eventually(other.areDelivered);
  expect(silent.length).toBe(2);
  expect((await slow.log()).map(({ last_error }) => last_error)).toEqual([null, null, null, null]);
  for (let ended = 0; ended < 4; ended += 1) (await eventually(() => silent[ended])).writeHead(204).end();
  await eventually(slow.areDelivered);
  expect((await slow.log()).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
});

test('a retry while an attempt is under way sends no second one beside it', async () => {
  const { sendTest, log, retry } = await newAffiliate('/failing');
  await sendTest();
  const failed = await eventually(async () => (await log()).find(({ last_error }) => last_error === 'statut 500'));
  await retry(failed.id);
  const underWay = await eventually(() => silent[0]);
  await retry(failed.id);
  // Due after the retried one, for the same affiliate: once it is delivered, a duplicate of the retried one would have been sent.
  await sendTest();
  await eventually(async () => (await log())[0]?.state === 'delivered');
  expect(toFailing).toBe(3);
  underWay.writeHead(204).end();
  await eventually(async () => (await log()).every(({ state }) => state === 'delivered'));
  expect((await log()).map(({ attempts }) => attempts)).toEqual([1, 2]);
});
