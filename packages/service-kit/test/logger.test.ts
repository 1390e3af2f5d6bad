import { describe, expect, test } from '@jest/globals';
import { createLogger } from '../src/logger.ts';
import { SYSTEM, withContext } from '../src/request-context.ts';

const written = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
  const lines: string[] = [];
  write(createLogger('billing', 'info', { write: (line) => void lines.push(line) }));
  return lines.join('');
};
const databaseError = (message: string, facts: object) => Object.assign(new Error(message), facts);

describe('the lines of the log', () => {
  test('names the process, the request and the trace in each line of a request', () => {
    const context = { requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, actor: SYSTEM };
    const line = JSON.parse(written((logger) => withContext(context, () => logger.info('done')))) as object;
    expect(line).toMatchObject({ name: 'billing', requestId: 'request-1', traceId: 'a'.repeat(32), msg: 'done' });
  });

  test('logs kind, code and stack of an error that quotes a row, not the row', () => {
    const error = databaseError('duplicate key value violates unique constraint "subscribers_email"', {
      code: '23505',
      constraint: 'subscribers_email',
      detail: 'Key (email)=(lea.marquee@example.org) already exists.',
      body: '{"firstName":"Marquée"}',
    });
    const text = written((logger) => logger.error({ err: new Error('not saved', { cause: error }) }, 'request failed'));
    expect(text).not.toMatch(/marqu[eé]e/i);
    expect(JSON.parse(text)).toMatchObject({
      err: {
        type: 'Error',
        message: 'not saved',
        cause: { code: '23505', constraint: 'subscribers_email', stack: expect.stringContaining('logger.test') },
      },
    });
  });

  test.each([
    ['E11000 duplicate key error collection: x.y index: email_1 dup key: { email: "lea.marquee@example.org" }'],
    ['invalid input syntax for type uuid: "marquee"'],
    ['invalid input value for enum mood: "marquee"'],
    ['date/time field value out of range: "marquee"'],
    ['550 5.1.1 <lea.marquee@example.org>: recipient rejected'],
  ])('hides the values that the message "%s" quotes', (message) => {
    const text = written((logger) =>
      logger.warn({ err: new Error(message), to: 'lea.marquee@example.org' }, `for lea.marquee@example.org`),
    );
    expect(text).not.toContain('marquee');
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  test('hides values of personal fields at any of three depths', () => {
    const person = { email: 'marquee', password: 'marquee', firstName: 'marquee', token: 'marquee' };
    expect(written((logger) => logger.info({ ...person, body: person, request: { body: person } }, 'x'))).not.toContain(
      'marquee',
    );
  });
});
