import type { NextFunction, Request, Response } from 'express';
import { createLogger } from 'service-kit/logger';
import { createKeyCheck } from '../src/postbacks/partner-keys.ts';

const [KEY, NEXT] = ['k'.repeat(32), 'n'.repeat(32)];
const lines: { partner?: string; msg: string }[] = [];
const check = createKeyCheck(
  { one: [KEY, NEXT], other: ['o'.repeat(32)], none: [] },
  createLogger('billing', 'info', {
    write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]),
  }),
);

/** Whether a postback with this key is accepted. */
const passes = (partner: string, query: Request['query']): boolean => {
  let isAdmitted = false;
  try {
    check(
      { params: { partner }, query } as unknown as Request,
      {} as Response,
      (() => void (isAdmitted = true)) as NextFunction,
    );
  } catch (error) {
    expect(error).toMatchObject({ code: 'POSTBACK_REFUSED' });
  }
  return isAdmitted;
};
beforeEach(() => void lines.splice(0));

describe('createKeyCheck', () => {
  test('admits each key of the partner', () => {
    expect([
      passes('one', { key: KEY }),
      passes('one', { key: NEXT }),
      passes('other', { key: 'o'.repeat(32) }),
    ]).toEqual([true, true, true]);
    expect(lines).toEqual([]);
  });

  test.each<[string, string, Request['query']]>([
    ['another key', 'one', { key: `${KEY}x` }],
    ['the key of another partner', 'other', { key: KEY }],
    ['no key', 'one', {}],
    ['an empty key', 'one', { key: '' }],
    ['a list of keys', 'one', { key: [KEY, KEY] }],
    ['a partner without keys', 'none', { key: '' }],
    ['a name of every object', 'constructor', { key: KEY }],
  ])('rejects %s', (_name, partner, query) => {
    expect(passes(partner, query)).toBe(false);
  });

  test('names a known partner in the log, and never what a caller made up', () => {
    passes('one', { key: 'wrong' });
    passes('made-up', { key: KEY });
    expect(lines).toMatchObject([
      { partner: 'one', msg: 'postback rejected' },
      { partner: 'unknown', msg: 'postback rejected' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('made-up');
  });
});
