import { AFFILIATE_DEFAULTS, AFFILIATE_FIELD_NAMES, AFFILIATE_FIELDS } from 'contracts/affiliate-fields';
import { affiliateView, newAffiliate, ownAffiliateChange, publicAffiliate } from 'contracts/affiliates';
import { changeText } from 'contracts/audit-texts';
import { MODEL_DEFAULTS, MODEL_FIELD_NAMES, MODEL_FIELDS, MODEL_SECTIONS } from 'contracts/model-fields';
import { affiliateModelChange, modelChange, modelView, newModel } from 'contracts/models';

/** The inputs of the model form in the order of the owner's specification. */
const SPECIFIED_ORDER = {
  profile: ['name', 'slug', 'age', 'likes_count', 'followers_count'],
  counters: ['photos_count', 'videos_count', 'lives_count'],
  bio: ['bio'],
  live: ['live_schedule_start', 'live_schedule_end', 'is_live', 'is_verified'],
  email: ['email_from_name', 'email_from_email'],
  redirection: ['adexico_source_id', 'adexico_base_url'],
  telegram: ['telegram_link'],
  social: ['custom_title', 'custom_description', 'social_preview_image'],
  pictures: ['avatar_image', 'cover_image', 'cover_video'],
  photos: ['photo_items'],
  videos: ['video_items'],
  replays: ['live_replays'],
};

describe('MODEL_FIELDS', () => {
  test('lists sections and inputs of the form in the specified order', () => {
    expect(MODEL_SECTIONS).toEqual(Object.keys(SPECIFIED_ORDER));
    const inputs = MODEL_FIELD_NAMES.flatMap((name) => {
      const { form } = MODEL_FIELDS[name];
      return form ? [[form.section, name]] : [];
    });
    expect(inputs).toEqual(
      Object.entries(SPECIFIED_ORDER).flatMap(([section, names]) => names.map((name) => [section, name])),
    );
  });

  test.each(MODEL_FIELD_NAMES)('makes %s part of the body of a change and of the response', (name) => {
    expect(Object.keys(modelChange.shape)).toContain(name);
    expect(Object.keys(modelView.shape)).toContain(name);
  });

  test.each(MODEL_FIELD_NAMES.filter((name) => MODEL_FIELDS[name].audit !== null))(
    'gives the audit trail a label for %s',
    (name) => {
      expect(changeText({ field: name })).toBe(MODEL_FIELDS[name].audit?.label);
    },
  );

  test('leaves the redirection out of an affiliate’s change', () => {
    expect(
      Object.keys(modelChange.shape)
        .filter((name) => !(name in affiliateModelChange.shape))
        .sort(),
    ).toEqual(['adexico_base_url', 'adexico_source_id']);
  });

  test('requires name and slug of a new model, and nothing else', () => {
    expect(newModel.safeParse({ name: 'Nina', slug: 'nina' }).success).toBe(true);
    const { error } = newModel.safeParse({});
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'slug']);
  });

  test('has defaults that its own schemas accept', () => {
    const { name: _name, slug: _slug, photo_items, video_items, live_replays, ...sent } = MODEL_DEFAULTS;
    expect([photo_items, video_items, live_replays]).toEqual([[], [], []]);
    expect(modelChange.parse(sent)).toEqual(sent);
  });
});

describe('AFFILIATE_FIELDS', () => {
  test('requires of a new affiliate exactly the fields without a default', () => {
    const { error } = newAffiliate.safeParse({});
    expect(new Set(error?.issues.map(({ path }) => path[0]))).toEqual(
      new Set(AFFILIATE_FIELD_NAMES.filter((name) => !(name in AFFILIATE_DEFAULTS))),
    );
  });

  test('lets an affiliate change only the fields that it may write', () => {
    expect(Object.keys(ownAffiliateChange.shape).sort()).toEqual(
      AFFILIATE_FIELD_NAMES.filter((name) => AFFILIATE_FIELDS[name].writableBy === 'affiliate').sort(),
    );
  });

  test('never shows a password, and to everyone only name, slug and state', () => {
    expect(Object.keys(affiliateView.shape)).not.toContain('custom_password');
    expect(Object.keys(publicAffiliate.shape).sort()).toEqual(['is_active', 'name', 'slug']);
  });

  test('rejects a missing base URL with the sentence of the form', () => {
    const { error } = newAffiliate.safeParse({ name: 'Nord', slug: 'nord', custom_password: 'secret1' });
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['adexico_base_url']);
  });
});
