import { Schema } from 'mongoose';
import type { Connection } from 'mongoose';
import type { Event, EventData } from 'contracts/events';
import { applyRevision } from './apply-revision.ts';
import type { ProjectedDocument } from './apply-revision.ts';

/** Affiliate as announced by its service. */
export type Affiliate = Omit<EventData<'affiliate.updated'>, 'changes'>;
type Stored = Omit<Affiliate, 'id'> & ProjectedDocument & { isDeleted: boolean };

const text = { type: String, default: '' };
const FACTS = {
  slug: { type: String, required: true, index: true },
  name: text,
  isActive: { type: Boolean, default: false },
  isSuspended: { type: Boolean, default: false },
  telegramLink: text,
  emailFromName: text,
  emailFromEmail: text,
  adexicoBaseUrl: text,
  adexicoSourceId: text,
} satisfies Record<Exclude<keyof Affiliate, 'id'>, object>;
const schema = new Schema<Stored>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    isDeleted: { type: Boolean, required: true },
    ...FACTS,
  },
  { versionKey: false, autoIndex: false },
);

const toAffiliate = ({ _id, revision: _revision, isDeleted: _isDeleted, ...facts }: Stored): Affiliate => ({
  id: _id,
  ...facts,
});

/** Projection of affiliates. */
export const createAffiliateProjection = (connection: Connection) => {
  const affiliates = connection.model<Stored>('Affiliate', schema, 'affiliates');
  const one = async (filter: { _id: string } | { slug: string }): Promise<Affiliate | null> => {
    const document = await affiliates.findOne({ ...filter, isDeleted: false }).lean<Stored>();
    return document && toAffiliate(document);
  };
  return {
    byId: (id: string) => one({ _id: id }),
    bySlug: (slug: string) => one({ slug }),
    isDeleted: async (id: string): Promise<boolean> => (await affiliates.exists({ _id: id, isDeleted: true })) !== null,
    /** Returns slugs by id. */
    slugsOf: async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (ids.length === 0) return new Map();
      const found = await affiliates
        .find({ _id: { $in: ids }, isDeleted: false }, { slug: 1 })
        .lean<Pick<Stored, '_id' | 'slug'>[]>();
      return new Map(found.map(({ _id, slug }) => [_id, slug]));
    },
    apply: ({
      data: { id, changes: _changes, ...facts },
      revision,
    }: Event<'affiliate.created' | 'affiliate.updated'>) =>
      applyRevision(affiliates, id, revision, { ...facts, isDeleted: false }),
    remove: ({ data: { id, slug }, revision }: Event<'affiliate.deleted'>) =>
      applyRevision(affiliates, id, revision, { slug, isDeleted: true }),
    createIndexes: () => affiliates.createIndexes(),
  };
};
export type AffiliateProjection = ReturnType<typeof createAffiliateProjection>;
