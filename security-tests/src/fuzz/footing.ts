import { listAffiliates } from 'contracts/operations/affiliates';
import { getModel } from 'contracts/operations/models';
import type { Operation } from 'contracts/operation';
import fc from 'fast-check';
import type { CallerRole, Cast, Objects } from '../access/cast.ts';
import { makeFilm, tinyPicture } from '../platform/belongings.ts';
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

/** Objects of the cast as the fuzz sees them: what requests may name, and what only others may read or write. */
export const createFooting = async (cast: Cast, { partner }: Pick<Site, 'partner'>) => {
  const [film, picture, person, payee] = [
    await makeFilm(),
    tinyPicture(),
    await cast.register(),
    await cast.register(),
  ];
  // Reconciling takes the cast's own one off the list, which can then not be replayed.
  const replayed = await cast.unmatchedPostback();
  const run = newName('fuzz');
  const chosen = <Value>(...values: Value[]) => fc.constantFrom(...values);

  return {
    /** An administrator writes only to its own objects: everything else has to outlast the run. */
    knownTo: async ({ id, method, path }: Operation, role: CallerRole, kind: InputKind): Promise<Known> => {
      const [own, other, absent] = [
        cast.objects(role, 'own'),
        cast.objects(role, 'other'),
        cast.objects(role, 'absent'),
      ];
      const isConfined = role === 'administrator' && method !== 'GET';
      /** An actor without one of its own requests another's. */
      const reached = (read: (objects: Objects) => string) => {
        const mine = read(own) === read(absent) && !isConfined ? read(other) : read(own);
        return fc.oneof(
          { weight: OWN_WEIGHT, arbitrary: fc.constant(mine) },
          ...(isConfined ? [] : [{ weight: 1, arbitrary: fc.constant(read(other)) }]),
          { weight: 1, arbitrary: fc.constant(read(absent)) },
        );
      };
      const house = cast.objects('administrator', 'own').model.slug;
      // The postback that is reconciled has no subscriber.
      const postback = id === 'replayPostback' ? replayed : cast.objects('administrator', 'other').postbackId;
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
        ...(path.includes(':token') && { token: chosen(await cast.resetToken()) }),
      };
      const present = path.startsWith('/api/models') || path.includes('/models') ? own.model.slug : own.affiliate.slug;
      const items = chosen('[]', JSON.stringify([{ id: '1', filename: own.filename, likes: 12, isLocked: true }]));
      const body = {
        ...(id.startsWith('update') && {
          slug: fc.oneof(
            { weight: 4, arbitrary: chosen(present, other.model.slug) },
            { weight: 1, arbitrary: fc.stringMatching(/^essai-[a-z]{8}$/) },
          ),
          // A hidden model takes no registration, which the run needs for its people.
          state: chosen('published'),
        }),
        // An address that this run registers was registered by an earlier run with the same seed.
        ...(id === 'register' && {
          modelSlug: chosen(house),
          email: fc.stringMatching(/^[a-z0-9]{4,16}$/).map((name) => `${name}-${run}@example.org`),
        }),
        // Enabled, the run would call a server of others.
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
              // With the right one the account would be deleted for the rest of the run.
              password: chosen(id === 'deleteAccount' ? absent.password : own.password),
            }),
        // A change has to leave the caller's password as it is: a hostile one is sent with a wrong password, and to the reset of another account.
        currentPassword: chosen(kind === 'valid' ? own.password : absent.password),
        ...(id.startsWith('change') && { newPassword: chosen(own.password) }),
        ...(id === 'resetPassword' && { token: chosen(await cast.resetToken()) }),
        adexico_base_url: chosen(partner, `${partner}/offre`),
        photo_items: items,
      };
      const query = { ...(role === 'partner' && { key: chosen(own.postbackKey) }) };
      return { params, query, body, cookies: [own.refreshCookie], film, picture };
    },
    /** A partner is known by its key alone where it calls; elsewhere the key is sent as a token that is none. */
    tokenOf: ({ id }: Operation, role: CallerRole): string | undefined =>
      id === 'receivePostback' && role === 'partner' ? undefined : cast.tokenOf(role),
    foreignTo: (role: CallerRole): string[] => {
      if (role === 'administrator') return [];
      const [affiliate, other, house, subscriber] = [
        cast.objects('affiliate', 'own').marker,
        cast.objects('affiliate', 'other').marker,
        cast.objects('administrator', 'own').marker,
        cast.objects('subscriber', 'own').email,
      ];
      // The Telegram link of the model is what a subscriber pays for.
      return [
        other,
        ...(role === 'paidSubscriber' ? [] : [house]),
        ...(role === 'affiliate' ? [] : [affiliate]),
        ...(role === 'subscriber' ? [] : [subscriber]),
      ];
    },
    /** What no caller may write, whatever the response. */
    others: async (): Promise<string> => {
      const token = cast.administratorToken();
      const { affiliate, model } = cast.objects('affiliate', 'other');
      return JSON.stringify([
        (await cast.call(listAffiliates, { token })).response.find(({ id }) => id === affiliate.id),
        { ...(await cast.call(getModel, { token, params: { slug: model.slug } })).response, is_live: null },
      ]);
    },
  };
};
export type Footing = Awaited<ReturnType<typeof createFooting>>;
