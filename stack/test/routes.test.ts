import type { ServiceName } from 'contracts/services';
import { operations } from 'contracts/operations';
import { receiptPath, receiptPdfPath } from 'contracts/operations/payments';
import { listSitemapSlugs } from 'contracts/operations/sitemap';
import type { Express } from 'express';
import { createMatcher, ROWS } from '../../gateway/src/routes.ts';
import { startAffiliate } from '../../services/affiliate/test/harness.ts';
import { createHarness as startBilling } from '../../services/billing/test/harness.ts';
import { ASSETS_PATH } from '../../services/billing/src/receipts/receipt-assets.ts';
import { createHarness as startCatalogue } from '../../services/catalogue/test/harness.ts';
import { startIdentity } from '../../services/identity/test/harness.ts';
import { startMedia } from '../../services/media/test/harness.ts';

/** Returns a path with its parameters made anonymous. */
const shapeOf = (path: string): string => {
  let part = 0;
  return path.replace(/:\w+/g, () => `:part${++part}`);
};
const declared = (service: ServiceName): string[] =>
  Object.values(operations)
    .filter((operation) => operation.service === service)
    .flatMap(({ method, path }) => [`${method} ${path}`, `ALL ${shapeOf(path)}`]);

/** Routes besides the declared operations: a new one is listed here, with what it allows without a role. */
const ISSUER = ['GET /.well-known/jwks.json', 'GET /.well-known/revoked-sessions'];
const DELIVERIES = [
  '/uploads/public/:id/:rendition',
  '/uploads/private/:id/:rendition',
  '/uploads/blur/:name',
  '/uploads/items/:id/:rendition',
  '/uploads/originals/:id',
];
const BESIDE: Partial<Record<ServiceName, readonly string[]>> = {
  identity: ISSUER,
  // For the shell only: the gateway has no row for it.
  catalogue: [`GET ${listSitemapSlugs.path}`, `ALL ${listSitemapSlugs.path}1`],
  // Deliveries check signature, viewer and entitlement themselves; OPTIONS lists the abilities of tus.
  media: [
    ...DELIVERIES.flatMap((path) => [`GET ${path}`, `ALL ${path}`]),
    'GET /uploads/private/blur/:name',
    'OPTIONS /api/upload/resumable',
    'OPTIONS /api/upload/resumable/:id',
  ],
  affiliate: ISSUER,
  // Receipts check the view cookie and the owner of the payment; the files of their page are the same for everyone.
  billing: [
    'GET /redirect/payment',
    'GET /redirect/payment/style.css',
    ...[receiptPath(':id'), receiptPdfPath(':id'), `${ASSETS_PATH}/:file`].flatMap((path) => {
      const route = decodeURIComponent(path);
      return [`GET ${route}`, `ALL ${route}`];
    }),
  ],
};

/** Returns every route of an assembled service, from its own router. */
const routesOf = ({ router }: Express): string[] => {
  // A mounted router would hide its routes.
  expect(router.stack.map(({ name }) => name)).not.toContain('router');
  const routes = router.stack.flatMap(({ route }) => {
    const [method = '', ...others] = new Set(route?.stack.map((layer) => layer.method.toUpperCase()));
    return route ? [route.path].flat().map((path) => `${others.length > 0 ? 'ALL' : method} ${path}`) : [];
  });
  return routes.sort();
};

/** Starts the real services, each with a new database. */
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
  'no undeclared route is served in %s but the few known ones',
  async (service) => {
    const { app, stop } = await START[service]();
    try {
      expect(routesOf(app)).toEqual([...new Set([...declared(service), ...(BESIDE[service] ?? [])])].sort());
    } finally {
      await stop();
    }
  },
);

test('the gateway forwards each of its operations to the service that declares it', () => {
  const match = createMatcher(ROWS);
  for (const { id, method, path, service } of Object.values(operations)) {
    const found = match(method, path.replace(/:\w+/g, 'x'));
    expect([id, found.kind === 'row' && found.row.target]).toEqual([id, service]);
  }
});
