import { existsSync } from 'node:fs';
import { newAffiliate } from 'contracts/affiliates';
import { newAffiliateModel, newModel } from 'contracts/models';
import { email, password } from 'contracts/fields';
import { registration } from 'contracts/subscribers';
import { AFFILIATES } from '../src/demo/affiliates.ts';
import { clipArguments } from '../src/demo/clip.ts';
import { accountsOf } from '../src/demo/load.ts';
import { formOf } from '../src/demo/models.ts';
import { pressed } from '../src/demo/partner-form.ts';
import { PEOPLE } from '../src/demo/people.ts';
import { pictureFile } from '../src/demo/pictures.ts';
import { CUSTOMERS } from '../src/demo/subscribers.ts';

describe('the people of the demo data', () => {
  test.each(PEOPLE.map((person) => [person.slug, person] as const))(
    'When %s is saved by its owner, then the form is accepted',
    (_, person) => {
      const parsed = (person.affiliate ? newAffiliateModel.strict() : newModel.strict()).safeParse(formOf(person));
      expect(parsed.error?.issues ?? []).toEqual([]);
    },
  );

  test('When the house opens, then at least twelve models are on the bill, under slugs of their own', () => {
    expect(PEOPLE.length).toBeGreaterThanOrEqual(12);
    expect(new Set(PEOPLE.map(({ slug }) => slug)).size).toBe(PEOPLE.length);
  });

  test('When owners are counted, then the administrator and each affiliate have models', () => {
    const owners = new Set(PEOPLE.map(({ affiliate }) => affiliate));
    expect(owners).toEqual(new Set([undefined, ...AFFILIATES.map(({ slug }) => slug)]));
  });

  test('When two models have a source id of their own, then they differ and belong to the administrator', () => {
    const withSource = PEOPLE.filter(({ sourceId }) => sourceId);
    expect(withSource.map(({ affiliate }) => affiliate)).toEqual([undefined, undefined]);
    expect(new Set(withSource.map(({ sourceId }) => sourceId)).size).toBe(2);
  });

  test('When a visitor comes at any hour, then two or three models are live', () => {
    expect([2, 3]).toContain(PEOPLE.filter(({ liveNow }) => liveNow).length);
  });

  test.each(PEOPLE.map((person) => [person.slug, person] as const))(
    'When the gallery of %s opens, then it shows enough, all different, locked and unlocked',
    (_, { photos, videos, replays }) => {
      expect(photos.length).toBeGreaterThanOrEqual(6);
      expect(new Set(photos.map(({ picture }) => picture)).size).toBe(photos.length);
      expect(new Set(photos.map(({ isLocked }) => isLocked))).toEqual(new Set([true, false]));
      expect(videos.length).toBeGreaterThanOrEqual(1);
      expect(replays.length).toBeGreaterThanOrEqual(1);
      expect(replays.every(({ note }) => note !== undefined)).toBe(true);
    },
  );

  test.each([
    ...new Set(
      PEOPLE.flatMap(({ avatar, cover, photos, videos, replays }) => [
        avatar,
        cover,
        ...[...photos, ...videos, ...replays].map(({ picture }) => picture),
      ]),
    ),
  ])('When %s is uploaded, then its file exists', (name) => {
    expect(existsSync(pictureFile(name))).toBe(true);
  });
});

describe('the accounts of the demo data', () => {
  test.each(AFFILIATES.map((affiliate) => [affiliate.slug, affiliate] as const))(
    'When the administrator creates %s, then the form is accepted',
    (_, { name, slug, password: custom_password, telegram, senderName, senderEmail, sourceId }) => {
      const body = {
        name,
        slug,
        custom_password,
        adexico_base_url: 'https://offre.example/',
        adexico_source_id: sourceId,
        telegram_link: telegram,
        email_from_name: senderName,
        email_from_email: senderEmail,
      };
      expect(newAffiliate.safeParse(body).error?.issues ?? []).toEqual([]);
    },
  );

  test.each(CUSTOMERS.map((customer) => [customer.email, customer] as const))(
    'When %s registers, then the form is accepted and the model exists',
    (_, customer) => {
      const { tracking: trackingParams, outcome, ...form } = customer;
      expect(registration.safeParse({ ...form, trackingParams }).error?.issues ?? []).toEqual([]);
      expect(PEOPLE.map(({ slug }) => slug)).toContain(customer.modelSlug);
      expect(['registered', 'paid', 'refunded']).toContain(outcome);
    },
  );

  test('When the accounts are announced, then each can be typed into its login form', () => {
    const { administrator, affiliates, paid, unpaid } = accountsOf('demo-password');
    expect(administrator).toEqual({ password: 'demo-password' });
    expect(affiliates.map(({ slug }) => slug)).toEqual(['aff-one', 'aff-two']);
    for (const account of [paid, unpaid])
      expect([email.safeParse(account.email).success, password.safeParse(account.password).success]).toEqual([
        true,
        true,
      ]);
    expect(CUSTOMERS.find((customer) => customer.email === paid.email)?.outcome).toBe('paid');
    expect(CUSTOMERS.find((customer) => customer.email === unpaid.email)?.outcome).toBe('registered');
  });
});

describe('the clips of the demo data', () => {
  const after = (list: readonly string[], option: string) => list[list.indexOf(option) + 1];

  test('When a silent clip is asked for, then it lasts as long as told and has no sound', () => {
    const list = clipArguments({ move: 'right', seconds: 6 }, '/in.webp', '/out.mp4');
    expect(after(list, '-t')).toBe('6');
    expect(list).toContain('-an');
    expect(list).not.toContain('lavfi');
    expect(after(list, '-i')).toBe('/in.webp');
    expect(list.at(-1)).toBe('/out.mp4');
  });

  test('When a replay is asked for, then a tone of its pitch goes with it', () => {
    const list = clipArguments({ move: 'up', seconds: 8, note: 220 }, '/in.webp', '/out.mp4');
    expect(list.some((argument) => argument.startsWith('sine=frequency=220:'))).toBe(true);
    expect(after(list, '-c:a')).toBe('aac');
    expect(list).not.toContain('-an');
  });

  test.each(['left', 'right', 'up', 'down', 'across'] as const)(
    'When the frame goes %s, then the picture is larger than the frame and the sides stay even',
    (move) => {
      const film = after(clipArguments({ move, seconds: 5 }, '/in.webp', '/out.mp4'), '-vf') ?? '';
      const [, width, height] = /^scale=(\d+):(\d+),/.exec(film) ?? [];
      const [, cropWidth, cropHeight] = /crop=(\d+):(\d+):/.exec(film) ?? [];
      expect(Number(width)).toBeGreaterThan(Number(cropWidth));
      expect(Number(height)).toBeGreaterThan(Number(cropHeight));
      expect([width, height, cropWidth, cropHeight].map((side) => Number(side) % 2)).toEqual([0, 0, 0, 0]);
    },
  );
});

describe('the partner’s page', () => {
  const html = `<form method="post"><input type="hidden" name="ref" value="a&amp;b&#39;c"><button name='action' value='accept'>Payer</button><button name="action" value="decline">Non</button></form>
    <form action="/refunds?t=1" method="post"><input name=transaction value=T1><input type="hidden" name="action" value="refund"><button>Rembourser</button></form>`;
  const url = 'http://partner.test/offre?sub4=X';

  test('When a button is pressed, then its form goes to its own address with its fields', () => {
    const submission = pressed({ html, url }, 'accept');
    expect(submission?.url).toBe(url);
    expect(Object.fromEntries(submission?.body ?? [])).toEqual({ ref: "a&b'c", action: 'accept' });
  });

  test('When another form holds the button, then that one is sent', () => {
    const submission = pressed({ html, url }, 'refund');
    expect(submission?.url).toBe('http://partner.test/refunds?t=1');
    expect(Object.fromEntries(submission?.body ?? [])).toEqual({ transaction: 'T1', action: 'refund' });
  });

  test('When no such button stands on the page, then there is nothing to send', () => {
    expect(pressed({ html, url }, 'late')).toBeNull();
  });
});
