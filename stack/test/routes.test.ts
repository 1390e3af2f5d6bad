import type { ServiceName } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { Express } from 'express';
import { createMatcher, ROWS } from '../../gateway/src/routes.ts';
import { startAffiliate } from '../../services/affiliate/test/harness.ts';
import { createHarness as startBilling } from '../../services/billing/test/harness.ts';
import { createHarness as startCatalogue } from '../../services/catalogue/test/harness.ts';
import { startIdentity } from '../../services/identity/test/harness.ts';
import { startMedia } from '../../services/media/test/harness.ts';

/** Any other path of the same parts. */
const shapeOf = (path: string): string => {
  let part = 0;
  return path.replace(/:\w+/g, () => `:part${++part}`);
};
const declared = (service: ServiceName): string[] =>
  Object.values(operations)
    .filter((operation) => operation.service === service)
    .flatMap(({ method, path }) => [`${method} ${path}`, `ALL ${shapeOf(path)}`]);

/** Routes beside the declared operations: whoever adds one says here what it lets people do without a role. */
const ISSUER = ['GET /.well-known/jwks.json', 'GET /.well-known/revoked-sessions'];
const DELIVERIES = ['/uploads/public/:id/:rendition', '/uploads/blur/:name', '/uploads/items/:id/:rendition'];
const BESIDE: Record<ServiceName, readonly string[]> = {
  identity: ISSUER,
  catalogue: [],
  // Deliveries check signature, viewer and entitlement themselves; OPTIONS tells what tus can do.
  media: [
    ...DELIVERIES.flatMap((path) => [`GET ${path}`, `ALL ${path}`]),
    'OPTIONS /api/upload/resumable',
    'OPTIONS /api/upload/resumable/:id',
  ],
  affiliate: ISSUER,
  billing: ['GET /redirect/payment', 'GET /redirect/payment/style.css'],
};

/** Every route of an assembled service, from its own router. */
const routesOf = ({ router }: Express): string[] => {
  // What is mounted as a whole would hide its routes.
  expect(router.stack.map(({ name }) => name)).not.toContain('router');
  const routes = router.stack.flatMap(({ route }) => {
    const [method = '', ...others] = new Set(route?.stack.map((layer) => layer.method.toUpperCase()));
    return route ? [route.path].flat().map((path) => `${others.length > 0 ? 'ALL' : method} ${path}`) : [];
  });
  return routes.sort();
};

/** The real services, each with a database of its own. */
const START: Record<ServiceName, () => Promise<{ app: Express; stop: () => Promise<unknown> }>> = {
  identity: startIdentity,
  catalogue: async () => {
    const { catalogue, close } = await startCatalogue();
    return { app: catalogue.http, stop: close };
  },
  media: async () => {
    const { http, stop } = await startMedia();
    return { app: http, stop };
  },
  affiliate: startAffiliate,
  billing: async () => {
    const { http, close } = await startBilling();
    return { app: http, stop: close };
  },
};

test.each(Object.keys(START) as ServiceName[])(
  'When %s is assembled, then each of its routes is a declared operation or one of the few known beside them',
  async (service) => {
    const { app, stop } = await START[service]();
    try {
      expect(routesOf(app)).toEqual([...new Set([...declared(service), ...BESIDE[service]])].sort());
    } finally {
      await stop();
    }
  },
);

test('When an operation is called at the gateway, then it goes to the service that declares it', () => {
  const match = createMatcher(ROWS);
  for (const { id, method, path, service } of Object.values(operations)) {
    const found = match(method, path.replace(/:\w+/g, 'x'));
    expect([id, found.kind === 'row' && found.row.target]).toEqual([id, service]);
  }
});
