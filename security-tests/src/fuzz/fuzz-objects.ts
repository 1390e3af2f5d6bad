import { listAffiliates } from 'contracts/operations/affiliates';
import { getModel } from 'contracts/operations/models';
import type { Operation } from 'contracts/operation';
import fc from 'fast-check';
import type { CallerRole, AccessFixtures, Objects } from '../access/access-fixtures.ts';
import { makeFilm, tinyPicture } from '../platform/uploader-fixtures.ts';
import { ABSENT_ID, newName } from '../platform/names.ts';
import type { Site } from '../platform/site.ts';
import type { InputKind, Known } from './inputs.ts';

const OWN_WEIGHT = 6;
const idIn = (path: string, { sessionId, uploadId, affiliate, model, postbackId }: Objects): string => {
  if (path.includes('/sessions/')) return sessionId;
  if (path.includes('/resumable/')) return uploadId;
  if (path.includes('/postbacks/')) return postbackId;
  if (['/factors/', '/subscribers/', '/outgoing/'].some((part) => path.includes(part))) return ABSENT_ID;
  return path.startsWith('/api/affiliates/id/') || path.startsWith('/api/payouts/') ? affiliate.id : model.id;
};

/** Creates the view of the fixtures for the fuzzer: values that requests may name, and those that only others may read or write. */
export const createFuzzObjects = async (fixtures: AccessFixtures, { partner }: Pick<Site, 'partner'>) => {
  const [film, picture, person, payee] = [
    await makeFilm(),
    tinyPicture(),
    await fixtures.register(),
    await fixtures.register(),
  ];
  // Reconciling removes the fixtures' unmatched postback from the list, after which it cannot be replayed: replays use this one.
  const replayed = await fixtures.unmatchedPostback();
  const run = newName('fuzz');
  const chosen = <Value>(...values: Value[]) => fc.constantFrom(...values);

  return {
    /**
     * Returns the values that requests of a caller may name. An administrator writes only to its own objects: everything else has
     * to outlast the run.
     */
    knownTo: async ({ id, method, path }: Operation, role: CallerRole, kind: InputKind): Promise<Known> => {
      const [own, other, absent] = [
        fixtures.objects(role, 'own'),
        fixtures.objects(role, 'other'),
        fixtures.objects(role, 'absent'),
      ];
      const isConfined = role === 'administrator' && method !== 'GET';
      /** Returns values among own, other and absent objects; a caller without its own object requests another's. */
      const reached = (read: (objects: Objects) => string) => {
        const mine = read(own) === read(absent) && !isConfined ? read(other) : read(own);
        return fc.oneof(
          { weight: OWN_WEIGHT, arbitrary: fc.constant(mine) },
          ...(isConfined ? [] : [{ weight: 1, arbitrary: fc.constant(read(other)) }]),
          { weight: 1, arbitrary: fc.constant(read(absent)) },
        );
      };
      const platformSlug = fixtures.objects('administrator', 'own').model.slug;
      // A reconciled postback must have no subscriber.
      const postback = id === 'replayPostback' ? replayed : fixtures.objects('administrator', 'other').postbackId;
      const params = {
        id: path.includes('/postbacks/')
          ? chosen(postback, postback, ABSENT_ID)
          : reached((objects) => idIn(path, objects)),
        slug: path.startsWith('/api/affiliates/')
          ? reached(({ affiliate }) => affiliate.slug)
          : reached(({ model }) => model.slug),
        modelSlug: reached(({ model }) => model.slug),
        filename: reached(({ filename }) => filename),
        fileType: chosen('photos'),
        edition: chosen('1', '2'),
        partner: chosen('sandbox'),
        ...(path.includes(':token') && { token: chosen(await fixtures.resetToken()) }),
      };
      const present = path.startsWith('/api/models') || path.includes('/models') ? own.model.slug : own.affiliate.slug;
      const items = chosen('[]', JSON.stringify([{ id: '1', filename: own.filename, likes: 12, isLocked: true }]));
      const body = {
        ...(id.startsWith('update') && {
          slug: fc.oneof(
            { weight: 4, arbitrary: chosen(present, other.model.slug) },
            { weight: 1, arbitrary: fc.stringMatching(/^essai-[a-z]{8}$/) },
          ),
          // A hidden model accepts no registration, which the run needs for its users.
          state: chosen('published'),
        }),
        // With a fixed suffix, an earlier run with the same seed would have registered the address.
        ...(id === 'register' && {
          modelSlug: chosen(platformSlug),
          email: fc.stringMatching(/^[a-z0-9]{4,16}$/).map((name) => `${name}-${run}@example.org`),
        }),
        // If enabled, the run would send requests to a foreign server.
        ...(id === 'setOutgoingPostbacks' && {
          url: chosen('https://example.org/?c={click_id}'),
          is_enabled: chosen(false),
        }),
        ...(id === 'placeModel' && { neighbour: chosen(other.model.id, ABSENT_ID) }),
        ...(id === 'reconcilePostback' && { email: chosen(payee.email) }),
        ...(id === 'login' && { email: chosen(person.email) }),
        ...(id === 'login'
          ? { password: chosen(person.password) }
          : id !== 'register' && {
              // With the right password the account would be deleted for the rest of the run.
              password: chosen(id === 'deleteAccount' ? absent.password : own.password),
            }),
        // The caller's password must stay the same: hostile requests are sent with a wrong password, and to the reset of another
        // account.
        currentPassword: chosen(kind === 'valid' ? own.password : absent.password),
        ...(id.startsWith('change') && { newPassword: chosen(own.password) }),
        ...(id === 'resetPassword' && { token: chosen(await fixtures.resetToken()) }),
        adexico_base_url: chosen(partner, `${partner}/offre`),
        photo_items: items,
      };
      const query = { ...(role === 'partner' && { key: chosen(own.postbackKey) }) };
      return { params, query, body, cookies: [own.refreshCookie], film, picture };
    },
    /**
     * Returns the bearer token. A partner is authenticated by its key only in its own calls; in others the key is sent as an
     * invalid token.
     */
    tokenOf: ({ id }: Operation, role: CallerRole): string | undefined =>
      id === 'receivePostback' && role === 'partner' ? undefined : fixtures.tokenOf(role),
    foreignTo: (role: CallerRole): string[] => {
      if (role === 'administrator') return [];
      const [affiliate, other, platform, subscriber] = [
        fixtures.objects('affiliate', 'own').marker,
        fixtures.objects('affiliate', 'other').marker,
        fixtures.objects('administrator', 'own').marker,
        fixtures.objects('subscriber', 'own').email,
      ];
      // Subscribers pay for the model's Telegram link.
      return [
        other,
        ...(role === 'paidSubscriber' ? [] : [platform]),
        ...(role === 'affiliate' ? [] : [affiliate]),
        ...(role === 'subscriber' ? [] : [subscriber]),
      ];
    },
    /** Returns the state of the objects that no caller may change, whatever the response. */
    others: async (): Promise<string> => {
      const token = fixtures.administratorToken();
      const { affiliate, model } = fixtures.objects('affiliate', 'other');
      return JSON.stringify([
        (await fixtures.call(listAffiliates, { token })).response.find(({ id }) => id === affiliate.id),
        { ...(await fixtures.call(getModel, { token, params: { slug: model.slug } })).response, is_live: null },
      ]);
    },
  };
};
export type FuzzObjects = Awaited<ReturnType<typeof createFuzzObjects>>;
