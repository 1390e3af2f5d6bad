import { maxBytes, resumableKind, resumableMetadata } from 'contracts/media';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../assets/asset.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import { partsName } from '../storage/parts.ts';
import type { Parts } from '../storage/parts.ts';
import { tooLarge } from '../uploads/too-large.ts';
import type { Admission } from '../uploads/admission.ts';
import type { Drafts } from '../uploads/drafts.ts';
import { originalNameOf } from '../uploads/original-name.ts';
import type { Quotas } from '../uploads/quotas.ts';
import type { UploadRights, UploadTarget } from '../uploads/upload-rights.ts';
import type { UploadService } from '../uploads/upload.service.ts';
import type { ResumableRepository, ResumableUpload } from './resumable.repository.ts';
import { asAppError } from './tus-faults.ts';
import type { UploadLocks } from './upload-locks.ts';

interface Dependencies {
  postgres: Postgres;
  resumables: ResumableRepository;
  parts: Parts;
  locks: UploadLocks;
  assets: AssetRepository;
  rights: UploadRights;
  drafts: Drafts;
  quotas: Quotas;
  admission: Admission;
  uploads: UploadService;
  logger: Logger;
}

/** Enforces the rules of resumable uploads: ownership, quotas, completion and removal. */
export const createResumables = ({
  postgres,
  resumables,
  parts,
  locks,
  assets,
  rights,
  drafts,
  quotas,
  admission,
  uploads,
  logger,
}: Dependencies) => {
  const discard = async (id: string) => {
    await parts.remove(id);
    await resumables.remove(postgres, [id]);
  };

  /**
   * Returns the viewer's upload, with its stored id: an address may spell it differently.
   * @throws AppError FILE_NOT_FOUND, FORBIDDEN
   */
  const own = async (viewer: Viewer, id: string): Promise<ResumableUpload> => {
    const upload = await resumables.byId(id);
    if (!upload) throw new AppError('FILE_NOT_FOUND');
    await rights.requireUploader(viewer, upload);
    return upload;
  };

  /** Enforces the quotas; expires idle uploads of the sender if that makes room for a new one. */
  const enforceQuotas = async (client: Queryable, target: UploadTarget): Promise<void> => {
    try {
      await quotas.enforce(client, target);
    } catch (error) {
      const isFull = error instanceof AppError && error.code === 'TOO_MANY_UPLOADS';
      if (!isFull || (await resumables.expireIdle(client, target.uploaderAffiliateId)) === 0) throw error;
      await quotas.enforce(client, target);
    }
  };

  const assetOf = async (assetId: string): Promise<Asset> => {
    const asset = await assets.byId(assetId);
    if (!asset || asset.state === 'deleted') throw new AppError('FILE_NOT_FOUND');
    return asset;
  };

  const makeAsset = async ({ id, ...facts }: ResumableUpload): Promise<Asset> => {
    const { bytes, assetId: _none, ...upload } = facts;
    // The quota was enforced when the upload was created; the asset replaces its reservation.
    const add = () =>
      parts.withFile(id, (path) =>
        uploads.add({ ...upload, file: { path, bytes } }, (client, asset) => resumables.finish(client, id, asset.id)),
      );
    try {
      return await (parts.isCopied ? admission.copying(bytes, add) : add());
    } catch (error) {
      if (error instanceof AppError && error.code === 'INVALID_FILE_TYPE') await discard(id);
      throw error;
    }
  };

  /** Creates the asset of a completely received upload, exactly once, even with concurrent requests. */
  const finish = (id: string): Promise<Asset> =>
    locks.holding(id, async () => {
      const upload = await resumables.byId(id);
      if (!upload) throw new AppError('FILE_NOT_FOUND');
      if (upload.assetId !== null) return assetOf(upload.assetId);
      const asset = await makeAsset(upload);
      await parts.remove(id).catch((error: unknown) => logger.warn({ err: error }, 'upload parts not removed'));
      return asset;
    });

  const offsetOf = (id: string): Promise<number> =>
    locks.holding(id, async () => {
      const { offset } = await parts.store.getUpload(partsName(id)).catch((fault: unknown) => {
        throw asAppError(fault);
      });
      return offset;
    });

  return {
    own,
    finish,
    /**
     * Records a new upload before its first byte is written.
     * @throws AppError VALIDATION_FAILED, FORBIDDEN, FILE_TOO_LARGE, INVALID_FILE_TYPE, STORAGE_FULL, MODEL_NOT_FOUND, and the
     *   quotas' errors
     */
    create: async (
      viewer: Viewer,
      id: string,
      bytes: number,
      metadata: Readonly<Record<string, string | null>>,
    ): Promise<void> => {
      // tus cannot send an empty value, only none.
      const { success, data } = resumableMetadata.safeParse(
        Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null)),
      );
      if (!success) throw new AppError('VALIDATION_FAILED');
      const kind = resumableKind(data);
      const originalName = originalNameOf(kind, data.filename);
      const target = await rights.targetOf(viewer, data.modelSlug);
      if (bytes > maxBytes(kind)) throw tooLarge(kind);
      if (bytes === 0) throw new AppError('INVALID_FILE_TYPE');
      await admission.requireRoom(bytes);
      await postgres.transaction(async (client) => {
        const upload = { ...target, modelId: await drafts.resolveOwner(client, target), id, kind, bytes, originalName };
        await resumables.insert(client, upload);
        await enforceQuotas(client, upload);
      });
    },
    /** Records activity on an upload. @throws AppError as `own` */
    resume: async (viewer: Viewer, requested: string): Promise<ResumableUpload> => {
      const upload = await own(viewer, requested);
      await resumables.touch(upload.id);
      return upload;
    },
    /** Returns the progress of an upload; a complete one without an asset (its replica was stopped) is finished now. */
    progress: async (
      viewer: Viewer,
      requested: string,
    ): Promise<{ offset: number; length: number; asset: Asset | null }> => {
      const { id, bytes: length, assetId } = await own(viewer, requested);
      if (assetId !== null) return { offset: length, length, asset: await assetOf(assetId) };
      const offset = await offsetOf(id).catch(async (error: unknown) => {
        // Finished by a concurrent request.
        if ((await resumables.byId(id))?.assetId) return length;
        throw error;
      });
      return { offset, length, asset: offset < length ? null : await finish(id) };
    },
    remove: async (viewer: Viewer, requested: string): Promise<void> => {
      const { id } = await own(viewer, requested);
      await locks.holding(id, () => discard(id));
    },
    /** Deletes abandoned uploads; returns their number. Replicas share the work. */
    sweep: async (): Promise<number> => {
      let removed = 0;
      for (;;) {
        const count = await postgres.transaction(async (client) => {
          const ids = await resumables.takeExpired(client);
          for (const id of ids) await parts.remove(id);
          await resumables.remove(client, ids);
          return ids.length;
        });
        if (count === 0) return removed;
        removed += count;
      }
    },
  };
};
export type Resumables = ReturnType<typeof createResumables>;
