import type { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import { createAffiliateAccess } from '../src/models/affiliate-access.ts';

const session = { sessionId: 's', authenticatedAt: 1 };
const affiliate = (id: string): Viewer => ({ role: 'affiliate', id, slug: `${id}-slug`, ...session });
const ADMINISTRATOR: Viewer = { role: 'administrator', id: 'a', ...session };
const SUBSCRIBER: Viewer = { role: 'subscriber', id: 'active', ...session };
const VISITOR: Viewer = { role: 'visitor' };
/** A token of another role with the affiliate's id. */
const PRETENDER = { ...affiliate('active'), role: 'subscriber' } as Viewer;

const AFFILIATES = [
  { id: 'active', slug: 'active-slug', isSuspended: false },
  { id: 'suspended', slug: 'suspended-slug', isSuspended: true },
];
const access = createAffiliateAccess({
  byId: async (id: string) => AFFILIATES.find((one) => one.id === id) ?? null,
  isDeleted: async (id: string) => id === 'deleted',
  bySlug: async (slug: string) => AFFILIATES.find((one) => one.slug === slug) ?? null,
} as Parameters<typeof createAffiliateAccess>[0]);
const codeOf = (error: unknown) => (error as AppError).code;

describe('acting', () => {
  test('returns the affiliate on its own path', async () => {
    expect(await access.acting(affiliate('active'), 'active-slug')).toMatchObject({ id: 'active' });
  });
  test.each<[string, Viewer, string, string]>([
    ['another affiliate', affiliate('other'), 'active-slug', 'FORBIDDEN'],
    ['the affiliate on its former slug', affiliate('active'), 'former-slug', 'FORBIDDEN'],
    ['the administrator', ADMINISTRATOR, 'active-slug', 'FORBIDDEN'],
    ['a subscriber', SUBSCRIBER, 'active-slug', 'FORBIDDEN'],
    ['a visitor', VISITOR, 'active-slug', 'FORBIDDEN'],
    ['another role with the affiliate’s slug', PRETENDER, 'active-slug', 'FORBIDDEN'],
    ['a deleted affiliate', affiliate('deleted'), 'deleted-slug', 'FORBIDDEN'],
    ['a suspended affiliate', affiliate('suspended'), 'suspended-slug', 'AFFILIATE_SUSPENDED'],
    ['an affiliate whose event has not arrived yet', affiliate('new'), 'new-slug', 'SERVICE_UNAVAILABLE'],
  ])('rejects %s', async (_name, viewer, slug, code) => {
    expect(await access.acting(viewer, slug).catch(codeOf)).toBe(code);
  });
});

describe('listed', () => {
  test('is the affiliate itself, or the affiliate that the administrator names, also when suspended', async () => {
    expect(await access.listed(affiliate('active'), 'active-slug')).toBe('active');
    expect(await access.listed(affiliate('new'), 'new-slug')).toBe('new');
    expect(await access.listed(ADMINISTRATOR, 'active-slug')).toBe('active');
    expect(await access.listed(ADMINISTRATOR, 'suspended-slug')).toBe('suspended');
  });
  test.each<[string, Viewer, string, string]>([
    ['another affiliate', affiliate('other'), 'active-slug', 'FORBIDDEN'],
    ['a subscriber', SUBSCRIBER, 'active-slug', 'FORBIDDEN'],
    ['a visitor', VISITOR, 'active-slug', 'FORBIDDEN'],
    ['another role with the affiliate’s slug', PRETENDER, 'active-slug', 'FORBIDDEN'],
    ['an affiliate that requests another’s list', affiliate('active'), 'suspended-slug', 'FORBIDDEN'],
    ['a suspended affiliate', affiliate('suspended'), 'suspended-slug', 'AFFILIATE_SUSPENDED'],
    ['a deleted affiliate', affiliate('deleted'), 'deleted-slug', 'FORBIDDEN'],
    ['an unknown slug of the administrator', ADMINISTRATOR, 'inconnu', 'AFFILIATE_NOT_FOUND'],
  ])('rejects %s', async (_name, viewer, slug, code) => {
    expect(await access.listed(viewer, slug).catch(codeOf)).toBe(code);
  });
});

describe('ownerOf', () => {
  test('is null for the administrator, who may change all, and the affiliate’s id', async () => {
    expect(await access.ownerOf(ADMINISTRATOR)).toBeNull();
    expect(await access.ownerOf(affiliate('active'))).toBe('active');
    expect(await access.ownerOf(affiliate('new'))).toBe('new');
  });
  test.each<[string, Viewer, string]>([
    ['a subscriber', SUBSCRIBER, 'FORBIDDEN'],
    ['a visitor', VISITOR, 'FORBIDDEN'],
    ['a deleted affiliate', affiliate('deleted'), 'FORBIDDEN'],
    ['a suspended affiliate', affiliate('suspended'), 'AFFILIATE_SUSPENDED'],
  ])('rejects %s', async (_name, viewer, code) => {
    expect(await access.ownerOf(viewer).catch(codeOf)).toBe(code);
  });
});
