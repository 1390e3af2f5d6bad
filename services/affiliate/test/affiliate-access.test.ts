import type { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import { isItself, openTo } from '../src/affiliates/affiliate-access.ts';

const session = { sessionId: 's', authenticatedAt: 1 };
const viewer = (id: string, slug: string): Viewer => ({ role: 'affiliate', id, slug, ...session });
const OTHERS: Viewer[] = [
  viewer('two', 'one-slug'),
  viewer('one', 'former-slug'),
  { role: 'subscriber', id: 'one', ...session },
  { ...viewer('one', 'one-slug'), role: 'subscriber' } as Viewer,
  { role: 'visitor' },
];

const openAs = (who: Viewer, { isSuspended = false } = {}) =>
  openTo(
    { bySlug: async (slug: string) => ({ id: 'one', slug, is_suspended: isSuspended }) } as Parameters<
      typeof openTo
    >[0],
    who,
    'one-slug',
  ).then(
    ({ id }) => id,
    (error: unknown) => (error as AppError).code,
  );

describe('isItself', () => {
  test('needs role, id and present slug at once', () => {
    expect(isItself(viewer('one', 'one-slug'), { id: 'one', slug: 'one-slug' })).toBe(true);
    expect(OTHERS.map((who) => isItself(who, { id: 'one', slug: 'one-slug' }))).toEqual(OTHERS.map(() => false));
  });
});

describe('openTo', () => {
  test('opens an affiliate to itself and the administrator, to the administrator also while it is suspended', async () => {
    const administrator: Viewer = { role: 'administrator', id: 'a', ...session };
    expect(await openAs(viewer('one', 'one-slug'))).toBe('one');
    expect(await openAs(administrator)).toBe('one');
    expect(await openAs(administrator, { isSuspended: true })).toBe('one');
  });
  test('rejects everybody else', async () => {
    for (const who of OTHERS) expect(await openAs(who)).toBe('FORBIDDEN');
  });
  test('rejects a suspended affiliate', async () => {
    expect(await openAs(viewer('one', 'one-slug'), { isSuspended: true })).toBe('AFFILIATE_SUSPENDED');
  });
});
