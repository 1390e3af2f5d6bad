import { deleteAffiliate, listAffiliates } from 'contracts/operations/affiliates';
import { deleteModel, getModel, listModels } from 'contracts/operations/models';
import type { Operation } from 'contracts/operation';
import type { CallerRole, Cast } from '../access/cast.ts';
import type { Received } from '../platform/http-client.ts';
import { newName } from '../platform/names.ts';
import type { KnownValues } from './values.ts';

/** Objects whose state is read around a call, by operation and role; nothing else writes to them meanwhile. */
const WRITTEN: Readonly<Record<string, 'model' | 'affiliate'>> = { 'updateModel administrator': 'model', 'updateAffiliateModel affiliate': 'model', 'updateAffiliate administrator': 'affiliate', 'updateOwnAffiliate affiliate': 'affiliate' };
const CREATED: Readonly<Record<string, Operation>> = { createModel: deleteModel, createAffiliateModel: deleteModel, createAffiliate: deleteAffiliate };

/** Objects of the cast as the fuzz sees them: what requests may name, what must stay as it is, what nobody else may read. */
export const createFooting = (cast: Cast) => ({
  /** An administrator writes only to its own objects: everything else has to outlast the run. */
  knownValues: ({ id, method, path }: Operation, role: CallerRole): KnownValues => {
    const [own, other, absent] = [cast.objects(role, 'own'), cast.objects(role, 'other'), cast.objects(role, 'absent')];
    const reachable = role === 'administrator' && method !== 'GET' ? [own, absent] : [own, own, other, absent];
    const ofAffiliate = path.startsWith('/api/affiliates/');
    const idOf = path.includes('/sessions/') ? 'session' : path.includes('/resumable/') ? 'upload' : path.startsWith('/api/affiliates/id/') ? 'affiliate' : path.includes('/models/') ? 'model' : 'postback';
    return {
      id: reachable.map((objects) => ({ session: objects.sessionId, upload: objects.uploadId, affiliate: objects.affiliate.id, model: objects.model.id, postback: objects.postbackId })[idOf]),
      slug: method === 'POST' && id.startsWith('create') && !ofAffiliate ? [newName('fuzz'), other.model.slug] : reachable.map(({ affiliate, model }) => (ofAffiliate ? affiliate.slug : model.slug)),
      modelSlug: reachable.map(({ model }) => model.slug),
      filename: reachable.map(({ filename }) => filename),
      fileType: ['photos', 'videos'],
      partner: ['sandbox'],
      ...(role === 'partner' && { key: [own.postbackKey] }),
    };
  },
  foreignTo: (role: CallerRole): string[] => {
    if (role === 'administrator') return [];
    const [affiliate, other, house, subscriber] = [cast.objects('affiliate', 'own').marker, cast.objects('affiliate', 'other').marker, cast.objects('administrator', 'own').marker, cast.objects('subscriber', 'own').email];
    return [other, house, ...(role === 'affiliate' ? [] : [affiliate]), ...(role === 'subscriber' ? [] : [subscriber])];
  },
  /** Reads what a call would write, or null where no object is its own. */
  writtenBy: async ({ id }: Operation, role: CallerRole): Promise<string | null> => {
    const kind = WRITTEN[`${id} ${role}`];
    if (!kind) return null;
    const token = cast.administratorToken();
    const own = cast.objects(role, 'own')[kind].id;
    const all: { id: string }[] = (await cast.call(kind === 'model' ? listModels : listAffiliates, { token })).answer;
    return JSON.stringify({ ...all.find((object) => object.id === own), is_live: null, is_live_override: null });
  },
  /** What nobody was allowed to write. */
  others: async (): Promise<string> => {
    const token = cast.administratorToken();
    const { affiliate, model } = cast.objects('affiliate', 'other');
    return JSON.stringify([(await cast.call(listAffiliates, { token })).answer.find(({ id }) => id === affiliate.id), { ...(await cast.call(getModel, { token, params: { slug: model.slug } })).answer, is_live: null }]);
  },
  /** Deletes what a call has created, so that lists stay short. */
  tidy: async ({ id }: Operation, { status, text }: Received): Promise<void> => {
    const remove = CREATED[id];
    if (remove && status === 201) await cast.call(remove, { token: cast.administratorToken(), params: { id: (JSON.parse(text) as { id: string }).id } });
  },
});
export type Footing = ReturnType<typeof createFooting>;
