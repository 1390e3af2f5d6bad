import { describe, expect, test } from '@jest/globals';
import { ERRORS } from 'contracts/errors';
import type { ModelView } from 'contracts/models';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import { administratorToken, affiliateToken, ALL, request, subscriberToken } from '../../src/calls.ts';
import type { ApiResponse } from '../../src/calls.ts';
import { readStack } from '../../src/browser.ts';

const stack = readStack();
const expectRejection = (response: ApiResponse) => {
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(response.body).toEqual({ error: expect.any(String), code: expect.any(String), requestId: expect.any(String) });
  expect(Object.keys(ERRORS)).toContain(response.body.code);
};
const guarded = ALL.filter(({ roles }) => roles !== undefined);

describe('calls of the wrong role', () => {
  test.each(guarded.map((operation) => [operation.id, operation] as const))(
    'rejects %s with 401 in French without a token or with a forged one',
    async (_id, operation) => {
      const forged =
        `${btoa('{"alg":"none"}')}.${btoa('{"sub":"administrator","role":"administrator","iss":"identity","aud":"platform"}')}.x`.replaceAll(
          '=',
          '',
        );
      for (const response of [
        await request(operation, { body: operation.body ? {} : undefined }),
        await request(operation, { token: forged, body: operation.body ? {} : undefined }),
      ]) {
        expectRejection(response);
        expect(response.status).toBe(401);
      }
    },
  );

  test('rejects the administrator’s calls made by a subscriber or an affiliate', async () => {
    const [subscriber, affiliate] = [await subscriberToken('paid'), await affiliateToken('aff-one')];
    for (const operation of guarded.filter(({ roles }) => roles?.length === 1 && roles[0] === 'administrator')) {
      for (const token of [subscriber, affiliate]) {
        const response = await request(operation, { token, body: operation.body ? {} : undefined });
        expectRejection(response);
        // 401: a service without calls for affiliates does not accept their tokens at all.
        expect([operation.id, [401, 403].includes(response.status)]).toEqual([operation.id, true]);
      }
    }
  });

  test('rejects affiliate A’s calls on the models, files and settings of affiliate B', async () => {
    const [one, two] = [await affiliateToken('aff-one'), await affiliateToken('aff-two')];
    const { body } = await request<ModelView[]>(operations.listAffiliateModels, {
      token: two,
      parts: { slug: 'aff-two' },
    });
    const [theirs] = body;
    if (!theirs) throw new Error('the demo data gives aff-two no model');
    const { body: full } = await request<ModelView>(operations.getModel, {
      token: two,
      parts: { slug: theirs.slug },
    });
    const { filename } = (JSON.parse(full.photo_items) as { filename: string }[])[0] ?? { filename: '' };
    const parts = { slug: 'aff-two', id: theirs.id, modelSlug: theirs.slug, filename };
    for (const id of [
      'listAffiliateModels',
      'createAffiliateModel',
      'updateAffiliateModel',
      'deleteAffiliateModel',
      'updateOwnAffiliate',
      'resetLiveOverride',
      'deleteUpload',
      'getUpload',
      'getOriginal',
    ] as const) {
      const operation = operations[id] as Operation;
      const response = await request(operation, {
        token: one,
        parts,
        body: operation.body ? { name: 'Volé', slug: 'vole' } : undefined,
      });
      expectRejection(response);
      expect([id, response.status]).toEqual([id, 403]);
    }
    // An affiliate's own slug in the path gives no access to a model of another affiliate.
    expect(
      (
        await request(operations.updateAffiliateModel as Operation, {
          token: one,
          parts: { slug: 'aff-one', id: theirs.id },
          body: { name: 'Volé', slug: theirs.slug },
        })
      ).status,
    ).toBe(403);
    const seen = (await request(operations.getModel as Operation, { token: one, parts: { slug: theirs.slug } })).body;
    expect(Object.keys(seen)).not.toContain('telegram_link');
    const affiliate = (await request(operations.getAffiliate as Operation, { token: one, parts: { slug: 'aff-two' } }))
      .body;
    expect(affiliate).toEqual({
      affiliate: { name: expect.any(String), slug: 'aff-two', is_active: true },
      models: [],
    });
  });
});

describe('public reads', () => {
  test('leads to no original, link, setting or password when models are read without a token', async () => {
    const list = (await (await fetch(`${stack.url}/api/models`)).json()) as ModelView[];
    const administrator = await administratorToken();
    for (const { slug } of list) {
      const text = await (await fetch(`${stack.url}/api/models/${slug}`)).text();
      expect(text).not.toMatch(/t\.me|telegram|email_from|adexico|password|signature=|original/i);
      const { body: full } = await request<ModelView>(operations.getModel, {
        token: administrator,
        parts: { slug },
      });
      const locked = [full.photo_items, full.video_items, full.live_replays]
        .flatMap((json) => JSON.parse(json) as { filename: string; isLocked: boolean }[])
        .filter(({ isLocked }) => isLocked);
      for (const { filename } of locked) expect(text).not.toContain(filename.split('.')[0]);
    }
  });
});

describe('bad input', () => {
  const HOSTILE: unknown[] = [
    null,
    [],
    'text',
    42,
    { name: 1, slug: {}, email: [], password: { $gt: '' } },
    { name: 'x', slug: 'admin', photo_items: '[oops', firstName: 'A' },
    { token: 5, newPassword: 5, is_active: 'oui', photo_items: '[{"filename":"../../etc/passwd"}]' },
    JSON.parse('{"__proto__":{"role":"administrator"}}'),
  ];

  test('rejects wrong types, broken JSON, other formats and ten megabytes in French', async () => {
    const tokens = {
      administrator: await administratorToken(),
      affiliate: await affiliateToken('aff-one'),
      subscriber: await subscriberToken('unpaid'),
    };
    const bodies = ALL.filter(({ body }) => body !== undefined);
    for (const operation of bodies) {
      const sent = {
        ...(operation.roles?.[0] ? { token: tokens[operation.roles[0]] } : {}),
        parts: { slug: 'aff-one' },
      };
      for (const response of [
        await request(operation, { ...sent, text: '{"broken' }),
        await request(operation, { ...sent, text: '<xml/>', headers: { 'content-type': 'application/xml' } }),
        await request(operation, { ...sent, body: { name: 'x'.repeat(10 * 1024 * 1024) } }),
        ...(await Promise.all(
          HOSTILE.slice(0, 4).map((body) => request(operation, { ...sent, text: JSON.stringify(body) })),
        )),
      ])
        expect([operation.id, response.status, response.body.code]).toEqual([
          operation.id,
          expect.any(Number),
          expect.stringMatching(/^(?!INTERNAL)/),
        ]);
      for (const body of HOSTILE) {
        const { status } = await request(operation, { ...sent, text: JSON.stringify(body) });
        expect([operation.id, JSON.stringify(body), status < 500]).toEqual([operation.id, JSON.stringify(body), true]);
      }
    }
  });

  test('responds with 4xx and never a file to malformed ids, slugs and file names', async () => {
    const administrator = await administratorToken();
    for (const bad of ['..%2f..%2fetc%2fpasswd', '%00', 'a'.repeat(300), "'; drop table assets; --", '{"$gt":""}']) {
      for (const operation of ALL.filter(({ path }) => path.includes(':'))) {
        const path = operation.path.replace(/:\w+/g, encodeURIComponent(bad).replaceAll('%25', '%'));
        const { status } = await fetch(stack.url + path, {
          method: operation.method,
          headers: { authorization: `Bearer ${administrator}` },
        });
        expect([operation.id, bad, status < 500]).toEqual([operation.id, bad, true]);
      }
      for (const kind of ['public', 'items', 'blur'])
        expect((await fetch(`${stack.url}/uploads/${kind}/${bad}/original`)).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('responds with 404 as JSON to an unknown path under /api, and with 405 to a wrong method', async () => {
    const unknown = await fetch(`${stack.url}/api/nothing`);
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND']);
    const wrong = await fetch(`${stack.url}/api/auth/login`, { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
