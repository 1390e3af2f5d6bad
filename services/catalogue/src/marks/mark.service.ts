import { MODEL_PAGE_MAX } from 'contracts/limits';
import type { ModelView } from 'contracts/models';
import type { MarkListQuery } from 'contracts/operations/marks';
import type { PersonalDataOf } from 'contracts/personal-data';
import { createCursors } from 'service-kit/cursor';
import { AppError } from 'service-kit/errors';
import type { UrlSecrets } from 'service-kit/signed-urls';
import type { Viewer } from 'service-kit/viewer';
import { isHidden } from '../models/model-record.ts';
import type { ModelReader } from '../models/model-reader.ts';
import type { ModelRepository } from '../models/model.repository.ts';
import { markPosition } from './mark.repository.ts';
import type { MarkKind, MarkRepository } from './mark.repository.ts';

export type Subscriber = Extract<Viewer, { id: string }>;

interface Dependencies {
  marks: MarkRepository;
  models: ModelRepository;
  reader: ModelReader;
  /** Secrets that sign the cursors of lists. */
  mediaUrlSecrets: UrlSecrets;
  clock: () => number;
}

/** Manages likes and favourites of subscribers (docs/domain.md#likes-and-favourites). */
export const createMarkService = ({ marks, models, reader, mediaUrlSecrets, clock }: Dependencies) => {
  const cursors = createCursors({ position: markPosition, secrets: mediaUrlSecrets, purpose: 'marks' });
  const modelIdOf = async (slug: string): Promise<string> => {
    const model = await models.bySlug(slug);
    if (!model || isHidden(model)) throw new AppError('MODEL_NOT_FOUND');
    return model.id;
  };
  /** Updates the model's count; only the request that changed the mark counts. */
  const count = async (kind: MarkKind, modelId: string, by: 1 | -1, hasChanged: boolean): Promise<void> => {
    if (hasChanged && kind === 'like') await models.addSubscriberLikes(modelId, by);
  };
  const remove = async (kind: MarkKind, subscriberId: string, modelId: string): Promise<void> =>
    count(kind, modelId, -1, await marks.remove({ kind, subscriberId, modelId }));
  return {
    /** @throws AppError MODEL_NOT_FOUND */
    add: async (kind: MarkKind, subscriberId: string, slug: string): Promise<void> => {
      const modelId = await modelIdOf(slug);
      await count(kind, modelId, 1, await marks.add({ kind, subscriberId, modelId }, new Date(clock())));
    },
    /** @throws AppError MODEL_NOT_FOUND */
    remove: async (kind: MarkKind, subscriberId: string, slug: string): Promise<void> =>
      remove(kind, subscriberId, await modelIdOf(slug)),
    /**
     * Returns a page of the marked models, newest mark first, without hidden ones; `next` is the cursor of the following page.
     * @throws AppError VALIDATION_FAILED for a cursor that was not issued for this list
     */
    marked: async (
      viewer: Subscriber,
      kind: MarkKind,
      { limit = MODEL_PAGE_MAX, cursor }: MarkListQuery,
    ): Promise<{ models: ModelView[]; next: string | null }> => {
      const list = `${kind}:${viewer.id}`;
      const after = cursor === undefined ? null : cursors.read(list, cursor);
      const { modelIds, next } = await marks.page(viewer.id, kind, limit, after);
      return {
        models: await reader.publishedByIds(viewer, modelIds),
        next: next && cursors.write(list, next),
      };
    },
    /** Returns the models that a subscriber has marked, including deleted ones. */
    export: async (subscriberId: string): Promise<PersonalDataOf<'catalogue'>> => {
      const all = await marks.ofSubscriber(subscriberId);
      const of = (kind: MarkKind) =>
        all
          .filter((mark) => mark.kind === kind)
          .map(({ modelId, createdAt }) => ({ model_id: modelId, since: createdAt.toISOString() }));
      return { likes: of('like'), favourites: of('favourite') };
    },
    /** Deletes all marks of an erased subscriber. */
    erase: async (subscriberId: string): Promise<void> => {
      for (const { kind, modelId } of await marks.ofSubscriber(subscriberId)) await remove(kind, subscriberId, modelId);
    },
  };
};
export type MarkService = ReturnType<typeof createMarkService>;
