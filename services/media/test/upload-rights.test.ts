import type { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../src/assets/asset.ts';
import { createUploadRights, uploaderOf } from '../src/uploads/upload-rights.ts';
import type { UploadTarget } from '../src/uploads/upload-rights.ts';

const session = { sessionId: 's', authenticatedAt: 1 };
const OWNER: Viewer = { role: 'affiliate', id: 'owner', slug: 'owner-slug', ...session };
const OTHER: Viewer = { role: 'affiliate', id: 'other', slug: 'other-slug', ...session };
const ADMINISTRATOR: Viewer = { role: 'administrator', id: 'administrator', ...session };
const SUBSCRIBER: Viewer = { role: 'subscriber', id: 'owner', ...session };
const VISITOR: Viewer = { role: 'visitor' };

/** Models by their present slug: one of the owner, one of the platform. */
const MODELS: Readonly<Record<string, { id: string; affiliateId: string | null }>> = {
  nina: { id: 'model-nina', affiliateId: 'owner' },
  lola: { id: 'model-lola', affiliateId: null },
};
const rights = createUploadRights({
  bySlug: async (slug: string) => MODELS[slug] ?? null,
  byId: async (id: string) => Object.values(MODELS).find((model) => model.id === id) ?? null,
} as Parameters<typeof createUploadRights>[0]);

const outcome = async (action: () => unknown): Promise<unknown> => {
  try {
    return (await action()) ?? 'allowed';
  } catch (error) {
    return (error as AppError).code;
  }
};

describe('targetOf', () => {
  test.each<[string, Viewer, string, unknown]>([
    ['the owner’s model', OWNER, 'nina', { modelSlug: 'nina', modelId: 'model-nina', uploaderAffiliateId: 'owner' }],
    ['a draft', OTHER, 'free', { modelSlug: 'free', modelId: null, uploaderAffiliateId: 'other' }],
    [
      'the administrator’s draft',
      ADMINISTRATOR,
      'free',
      { modelSlug: 'free', modelId: null, uploaderAffiliateId: null },
    ],
    [
      'an affiliate’s model, for the administrator',
      ADMINISTRATOR,
      'nina',
      { modelSlug: 'nina', modelId: 'model-nina', uploaderAffiliateId: null },
    ],
    [
      'the platform’s model, for the administrator',
      ADMINISTRATOR,
      'lola',
      { modelSlug: 'lola', modelId: 'model-lola', uploaderAffiliateId: null },
    ],
  ])('resolves the slug of %s', async (_name, viewer, slug, target) => {
    expect(await outcome(() => rights.targetOf(viewer, slug))).toEqual(target);
  });

  test.each<[string, Viewer, string]>([
    ['another affiliate', OTHER, 'nina'],
    ['an affiliate for a model of the platform', OWNER, 'lola'],
    ['a subscriber, also one with the owner’s id', SUBSCRIBER, 'nina'],
    ['a subscriber for a free slug', SUBSCRIBER, 'free'],
    ['a visitor', VISITOR, 'free'],
  ])('rejects %s', async (_name, viewer, slug) => {
    expect(await outcome(() => rights.targetOf(viewer, slug))).toBe('FORBIDDEN');
  });
});

describe('requireAsset', () => {
  const asset = (changes: Partial<Asset>) =>
    ({ modelSlug: 'nina', modelId: null, uploaderAffiliateId: 'owner', ...changes }) as Asset;
  const target = (changes: Partial<UploadTarget>): UploadTarget => ({
    modelSlug: 'nina',
    modelId: null,
    uploaderAffiliateId: 'owner',
    ...changes,
  });
  test.each<[string, Viewer, UploadTarget, Asset, string]>([
    [
      'accepts a file of the model, under whatever slug it was uploaded',
      OWNER,
      target({ modelId: 'm' }),
      asset({ modelId: 'm', modelSlug: 'former' }),
      'allowed',
    ],
    [
      'accepts a file of the model that another person uploaded',
      OWNER,
      target({ modelId: 'm' }),
      asset({ modelId: 'm', uploaderAffiliateId: null }),
      'allowed',
    ],
    ['accepts the uploader’s draft', OWNER, target({}), asset({}), 'allowed'],
    [
      'accepts the uploader’s draft beside a model that has the slug now',
      OWNER,
      target({ modelId: 'm' }),
      asset({}),
      'allowed',
    ],
    [
      'accepts another’s draft for the administrator',
      ADMINISTRATOR,
      target({ uploaderAffiliateId: null }),
      asset({ uploaderAffiliateId: 'other' }),
      'allowed',
    ],
    [
      'rejects a file of another model',
      OWNER,
      target({ modelId: 'm' }),
      asset({ modelId: 'other-model' }),
      'FILE_NOT_FOUND',
    ],
    [
      'rejects a model’s file where no model has the slug',
      OWNER,
      target({}),
      asset({ modelId: 'm' }),
      'FILE_NOT_FOUND',
    ],
    ['rejects a draft for another slug', OWNER, target({}), asset({ modelSlug: 'lola' }), 'FILE_NOT_FOUND'],
    ['rejects another’s draft', OWNER, target({}), asset({ uploaderAffiliateId: 'other' }), 'FORBIDDEN'],
  ])('%s', async (_name, viewer, to, file, expected) => {
    expect(await outcome(() => rights.requireAsset(viewer, to, file))).toBe(expected);
  });
});

describe('requireUploader', () => {
  test.each<[string, Viewer, UploadTarget, string]>([
    [
      'lets the uploader go on for the model',
      OWNER,
      { modelSlug: 'former', modelId: 'model-nina', uploaderAffiliateId: 'owner' },
      'allowed',
    ],
    [
      'lets the uploader go on with a draft',
      OTHER,
      { modelSlug: 'free', modelId: null, uploaderAffiliateId: 'other' },
      'allowed',
    ],
    [
      'lets the administrator go on',
      ADMINISTRATOR,
      { modelSlug: 'nina', modelId: 'model-nina', uploaderAffiliateId: null },
      'allowed',
    ],
    [
      'rejects another affiliate',
      OTHER,
      { modelSlug: 'nina', modelId: 'model-nina', uploaderAffiliateId: 'owner' },
      'FORBIDDEN',
    ],
    [
      'rejects the administrator for an affiliate’s upload',
      ADMINISTRATOR,
      { modelSlug: 'nina', modelId: 'model-nina', uploaderAffiliateId: 'owner' },
      'FORBIDDEN',
    ],
    [
      'rejects a draft for a slug that has become another’s',
      OTHER,
      { modelSlug: 'nina', modelId: null, uploaderAffiliateId: 'other' },
      'FORBIDDEN',
    ],
    [
      'rejects an upload whose model is deleted',
      OWNER,
      { modelSlug: 'nina', modelId: 'deleted', uploaderAffiliateId: 'owner' },
      'FILE_NOT_FOUND',
    ],
  ])('%s', async (_name, viewer, target, expected) => {
    expect(await outcome(() => rights.requireUploader(viewer, target))).toBe(expected);
  });
});

describe('uploaderOf', () => {
  test('is the affiliate’s id, and null for the administrator', () => {
    expect([uploaderOf(OWNER), uploaderOf(ADMINISTRATOR)]).toEqual(['owner', null]);
  });
});
