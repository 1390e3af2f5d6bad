import { deleteAffiliate, updateAffiliate } from 'contracts/operations/affiliates';
import type { Operation } from 'contracts/operation';
import { deleteModel, updateModel } from 'contracts/operations/models';
import { deleteResumableUpload } from 'contracts/operations/uploads';
import type { CallerRole, AccessFixtures } from '../access/access-fixtures.ts';
import type { Received } from '../platform/http-client.ts';

const DELETIONS: Readonly<Record<string, Operation>> = {
  createModel: deleteModel,
  createAffiliateModel: deleteModel,
  createAffiliate: deleteAffiliate,
};
const RENAMES: Readonly<Record<string, { restore: Operation; kind: 'model' | 'affiliate' }>> = {
  updateModel: { restore: updateModel, kind: 'model' },
  updateAffiliateModel: { restore: updateModel, kind: 'model' },
  updateAffiliate: { restore: updateAffiliate, kind: 'affiliate' },
};

/** Reverts changes of a successful call that would affect later ones: deletes created objects and restores slugs. */
export const createUndoCall =
  (fixtures: AccessFixtures) =>
  async ({ id: operation }: Operation, role: CallerRole, { status, text, headers }: Received): Promise<void> => {
    const token = fixtures.administratorToken();
    if (operation === 'createResumableUpload' && status === 201) {
      await fixtures.call(deleteResumableUpload, {
        token: fixtures.tokenOf(role),
        params: { id: headers.location?.split('/').at(-1) ?? '' },
      });
      return;
    }
    const deletion = DELETIONS[operation];
    const rename = RENAMES[operation];
    if (status < 200 || status >= 300 || (!deletion && !rename)) return;
    const { id, slug } = JSON.parse(text) as { id: string; slug: string };
    if (deletion) await fixtures.call(deletion, { token, params: { id } });
    if (!rename) return;
    const own = fixtures.objects(role, 'own')[rename.kind];
    if (own.id === id && own.slug !== slug)
      await fixtures.call(rename.restore, { token, params: { id }, body: { slug: own.slug } });
  };
