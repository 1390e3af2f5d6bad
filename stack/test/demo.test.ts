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
    'accepts the form of %s from its owner',
    (_, person) => {
      const parsed = (person.affiliate ? newAffiliateModel.strict() : newModel.strict()).safeParse(formOf(person));
      expect(parsed.error?.issues ?? []).toEqual([]);
    },
  );

  test('has at least twelve models, with slugs of their own', () => {
    expect(PEOPLE.length).toBeGreaterThanOrEqual(12);
    expect(new Set(PEOPLE.map(({ slug }) => slug)).size).toBe(PEOPLE.length);
  });

  test('gives the administrator and each affiliate models', () => {
    const owners = new Set(PEOPLE.map(({ affiliate }) => affiliate));
    expect(owners).toEqual(new Set([undefined, ...AFFILIATES.map(({ slug }) => slug)]));
  });

  test('gives two models of the administrator different source ids of their own', () => {
    const withSource = PEOPLE.filter(({ sourceId }) => sourceId);
    expect(withSource.map(({ affiliate }) => affiliate)).toEqual([undefined, undefined]);
    expect(new Set(withSource.map(({ sourceId }) => sourceId)).size).toBe(2);
  });

  test('has two or three models live at any hour', () => {
    expect([2, 3]).toContain(PEOPLE.filter(({ liveNow }) => liveNow).length);
  });

  test.each(PEOPLE.map((person) => [person.slug, person] as const))(
    'shows enough items in the gallery of %s, all different, locked and unlocked',
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
  ])('has a file for the upload %s', (name) => {
    expect(existsSync(pictureFile(name))).toBe(true);
  });
});

describe('the accounts of the demo data', () => {
  test.each(AFFILIATES.map((affiliate) => [affiliate.slug, affiliate] as const))(
    'accepts the form of %s from the administrator',
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
    'accepts the form of %s, whose model exists',
    (_, customer) => {
      const { tracking: trackingParams, outcome, ...form } = customer;
      expect(registration.safeParse({ ...form, trackingParams }).error?.issues ?? []).toEqual([]);
      expect(PEOPLE.map(({ slug }) => slug)).toContain(customer.modelSlug);
      expect(['registered', 'paid', 'refunded']).toContain(outcome);
    },
  );

  test('announces accounts that can be typed into their login forms', () => {
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

  test('makes a silent clip of the requested length', () => {
    const list = clipArguments({ move: 'right', seconds: 6 }, '/in.webp', '/out.mp4');
    expect(after(list, '-t')).toBe('6');
    expect(list).toContain('-an');
    expect(list).not.toContain('lavfi');
    expect(after(list, '-i')).toBe('/in.webp');
    expect(list.at(-1)).toBe('/out.mp4');
  });

  test('makes a replay with a tone of its pitch', () => {
    const list = clipArguments({ move: 'up', seconds: 8, note: 220 }, '/in.webp', '/out.mp4');
    expect(list.some((argument) => argument.startsWith('sine=frequency=220:'))).toBe(true);
    expect(after(list, '-c:a')).toBe('aac');
    expect(list).not.toContain('-an');
  });

  test.each(['left', 'right', 'up', 'down', 'across'] as const)(
    'keeps the picture larger than the frame and its sides even when the frame goes %s',
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

  test('sends the form of a pressed button to its own address with its fields', () => {
    const submission = pressed({ html, url }, 'accept');
    expect(submission?.url).toBe(url);
    expect(Object.fromEntries(submission?.body ?? [])).toEqual({ ref: "a&b'c", action: 'accept' });
  });

  test('sends the other form that holds the button', () => {
    const submission = pressed({ html, url }, 'refund');
    expect(submission?.url).toBe('http://partner.test/refunds?t=1');
    expect(Object.fromEntries(submission?.body ?? [])).toEqual({ transaction: 'T1', action: 'refund' });
  });

  test('finds nothing to send without such a button on the page', () => {
    expect(pressed({ html, url }, 'late')).toBeNull();
  });
});
