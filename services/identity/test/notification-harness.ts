import { createECDH, randomUUID } from 'node:crypto';
import { modelFacts } from 'testing/events';
import { startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';
import { createBrowser, startPushService } from './push-service.ts';
import type { PushService } from './push-service.ts';

export const privateKey = () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
};
export const ALL = { live_push: true, content_push: true, live_mail: true };
export const NONE = { live_push: false, content_push: false, live_mail: false };
export const UNTIL = '2099-11-22T23:00:00.000Z';

/** Identity with this push service; both are set before the first test. */
export let identity: Identity;
export let service: PushService;
let instant: number | undefined;
/** Stops identity's clock at an instant, until the test ends. */
export const stopClockAt = (time: number): void => {
  instant = time;
};
beforeAll(async () => {
  service = await startPushService();
  identity = await startIdentity({
    push: { privateKey: privateKey(), services: [service.origin] },
    clock: () => instant ?? Date.now(),
  });
});
afterEach(() => {
  instant = undefined;
});
afterAll(async () => {
  await identity.stop();
  await service.close();
});

export const as = (token: string) => ({ authorization: `Bearer ${token}` });
export const settings = async (token: string) =>
  (await identity.http.get('/api/auth/notifications').set(as(token)).expect(200)).body;
export const choose = (token: string, slug: string, choice: object) =>
  identity.http.put(`/api/auth/notifications/models/${slug}`).set(as(token)).send(choice);
/** Adds a new browser as the device of a token's session. */
export const addDevice = async (token: string, path = `/${randomUUID()}`) => {
  const browser = createBrowser();
  const body = { endpoint: service.origin + path, keys: browser.keys };
  await identity.http.put('/api/auth/notifications/device').set(as(token)).send(body).expect(200);
  return { path, messages: () => service.to(path).map((each) => browser.open(each.body)) };
};
export const sendDue = async () => {
  await identity.notices.runDue();
  await identity.pushes.runDue();
};
export const startLive = async (model: { id: string; slug: string }, until: string | null = UNTIL) => {
  await identity.consume('live.started', { id: model.id, slug: model.slug, until });
  await sendDue();
};
export const newModel = async (changed: object = {}) => {
  const model = modelFacts({ name: 'Nina', ...changed });
  await identity.consume('model.created', model);
  return model;
};
/** Creates a subscriber with choices for a new model. */
export const subscribed = async (choice = ALL) => {
  const subscriber = await identity.register();
  const model = await newModel();
  await choose(subscriber.token, model.slug, choice).expect(200);
  return { ...subscriber, model };
};
