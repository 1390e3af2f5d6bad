import { operations } from 'contracts/operations';
import type { Operation } from 'contracts/operation';
import { faultOf, NO_RESPONSE } from '../../src/fuzz/judge.ts';
import type { Received } from '../../src/platform/http-client.ts';

const OPERATION = operations.changeProfile as Operation;
const USER = { email: 'a@example.org', firstName: 'Noé', lastName: 'Petit', username: 'noe' };
const response = (status: number, body: unknown, headers: Received['headers'] = {}): Received => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const error = (status: number, code: string) => response(status, { error: 'Une phrase.', code, requestId: 'r' });
const judge = (received: Received, rules: Partial<Parameters<typeof faultOf>[2]> = {}) =>
  faultOf(OPERATION, received, { foreign: ['prive-1'], mustReject: false, ...rules });

describe('the judge', () => {
  test.each<[string, Received]>([
    ['a success', response(200, USER)],
    ['a declared error', error(400, 'VALIDATION_FAILED')],
    ['an error of the roles', error(403, 'FORBIDDEN')],
    ['an error of the gateway', error(429, 'TOO_MANY_REQUESTS')],
    ['a service that is busy', error(503, 'SERVICE_UNAVAILABLE')],
    ['a redirect within the site', response(308, '', { location: '/api/auth/me' })],
    ['fields that the HTTP parser rejects', response(431, '')],
  ])('accepts %s', (_name, received) => {
    expect(judge(received)).toBeNull();
  });

  test.each<[string, Received, string]>([
    ['a connection that breaks', response(NO_RESPONSE, 'socket hang up'), 'no response'],
    ['an internal error', error(500, 'INTERNAL'), 'status 500'],
    ['a gateway error', error(502, 'BAD_GATEWAY'), 'status 502'],
    [
      'a stack trace',
      response(400, {
        error: 'Error\n    at save (/app/src/model.service.ts:12:3)',
        code: 'VALIDATION_FAILED',
        requestId: 'r',
      }),
      'internals',
    ],
    [
      'a message of the database',
      response(400, {
        error: 'duplicate key value violates unique constraint',
        code: 'VALIDATION_FAILED',
        requestId: 'r',
      }),
      'internals',
    ],
    ["another owner's data", response(200, { ...USER, username: 'prive-1' }), 'another owner'],
    [
      "another owner's data in an error",
      response(400, { error: 'prive-1', code: 'VALIDATION_FAILED', requestId: 'r' }),
      'another owner',
    ],
    ['a success against its schema', response(200, { ...USER, email: null }), 'against its schema'],
    ['a success without its body', response(200, ''), 'against its schema'],
    ['a body that is no JSON', response(200, '<html>'), 'no JSON'],
    ['an undeclared status of success', response(201, USER), 'status 201'],
    ['an undeclared code', error(404, 'MODEL_NOT_FOUND'), 'does not declare'],
    ['a code with the status of another', error(404, 'VALIDATION_FAILED'), 'status 404 with the code'],
    ['an unknown code', error(400, 'OUPS'), 'without the body of an error'],
    ['plain text in place of an error', response(400, 'Invalid upload-metadata\n'), 'without the body of an error'],
    ['a redirect to another site', response(301, '', { location: 'https://example.org' }), 'away from the site'],
  ])('finds %s', (_name, received, fault) => {
    expect(judge(received)).toContain(fault);
  });

  test('finds a success of a request that has to be rejected', () => {
    expect(judge(response(200, USER), { mustReject: true })).toContain('schema or roles');
    expect(judge(error(400, 'VALIDATION_FAILED'), { mustReject: true })).toBeNull();
  });
});
