import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetKind } from 'contracts/media';
import type { RenditionName } from 'contracts/renditions';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Postgres } from 'service-kit/postgres';
import { assetFacts } from '../assets/asset.ts';
import type { Asset, AssetResult } from '../assets/asset.ts';
import type { AssetRepository } from '../assets/asset.repository.ts';
import type { FileStore } from '../assets/file-store.ts';
import type { FileRepository, StoredFile } from '../assets/file.repository.ts';
import { HLS_RENDITION, isHlsName } from '../assets/hls-names.ts';
import type { Storage } from '../storage/storage.ts';
import { missingRenditions } from './missing-renditions.ts';
import { makeRenditionFiles, sourceNameOf } from './rendition-files.ts';

const PAGE_SIZE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Dependencies {
  postgres: Postgres;
  storage: Storage;
  assets: AssetRepository;
  files: FileRepository;
  fileStore: FileStore;
  /** Folder for temporary files, on the storage's file system. */
  workFolder: string;
  signal: AbortSignal;
}

/** Asset with missing renditions. */
export interface IncompleteAsset {
  asset: Asset & { result: AssetResult };
  missing: RenditionName[];
}

/** made: stored and published. source-missing: the source is not in the storage. superseded: deleted or completed meanwhile. */
export type BackfillOutcome = 'made' | 'source-missing' | 'superseded';

/** Creates missing renditions of ready assets: those added to `RENDITIONS` after the upload, and lost ones. */
export const createRenditionBackfill = ({
  postgres,
  storage,
  assets,
  files,
  fileStore,
  workFolder,
  signal,
}: Dependencies) => {
  const isStored = async ({ key }: StoredFile): Promise<boolean> => {
    const content = await storage.open(key, { start: 0, end: 0 });
    content?.destroy();
    return content !== null;
  };

  /** Attaches the files that are still missing and publishes the asset again; returns the unused files. */
  const attach = (assetId: string, made: readonly StoredFile[]): Promise<readonly StoredFile[]> =>
    postgres.transaction(async (client) => {
      if (!(await assets.lockReady(client, assetId))) return made;
      const present = new Set((await files.allOfAsset(client, assetId)).map(({ name }) => name));
      const isPresent = ({ name }: StoredFile) => present.has(isHlsName(name) ? HLS_RENDITION : name);
      const added = made.filter((file) => !isPresent(file));
      const asset = added.length > 0 ? await assets.revise(client, assetId) : null;
      if (!asset?.result) return made;
      // Files of an HLS whose playlist is lost do not match the new playlist.
      await files.releaseNames(
        client,
        assetId,
        added.map(({ name }) => name),
      );
      await fileStore.attach(client, assetId, added);
      const hasHls = present.has(HLS_RENDITION) || added.some(({ name }) => name === HLS_RENDITION);
      await saveEvents(
        client,
        createEvent('asset.processed', { ...assetFacts(asset), ...asset.result, hasHls }, asset.revision),
      );
      return made.filter(isPresent);
    });

  return {
    /** Yields assets of the given kinds with missing renditions, by id. */
    incomplete: async function* (kinds: readonly AssetKind[]): AsyncGenerator<IncompleteAsset, void> {
      for (let afterId = FIRST_ID; ;) {
        const page = await assets.readyAfter(afterId, kinds, PAGE_SIZE);
        for (const asset of page) {
          const missing = missingRenditions(asset, await files.allOfAsset(postgres, asset.id));
          if (missing.length > 0 && asset.result) yield { asset: { ...asset, result: asset.result }, missing };
        }
        const last = page.at(-1);
        if (!last) return;
        afterId = last.id;
      }
    },
    /**
     * Creates, stores and publishes the missing renditions of one asset.
     * @throws UnreadableMedia when its source cannot be read; the signal's reason
     */
    complete: async ({ asset, missing }: IncompleteAsset): Promise<BackfillOutcome> => {
      signal.throwIfAborted();
      const source = await files.ofAsset(postgres, asset.id, sourceNameOf(asset, missing));
      if (!source || !(await isStored(source))) return 'source-missing';
      const folder = await mkdtemp(join(workFolder, 'renditions-'));
      try {
        const newFiles = await storage.withLocalFile(source.key, (path) =>
          makeRenditionFiles({ asset, missing, source, path, folder, signal }),
        );
        const storedFiles = await fileStore.store(newFiles);
        const unused = await attach(asset.id, storedFiles);
        await fileStore.discard(unused);
        return unused.length < storedFiles.length ? 'made' : 'superseded';
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
export type RenditionBackfill = ReturnType<typeof createRenditionBackfill>;
