import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ErrorCode } from 'contracts/errors';
import { createAffiliate, deleteAffiliate } from 'contracts/operations/affiliates';
import { createAffiliateModel, createModel, deleteModel } from 'contracts/operations/models';
import { createResumableUpload, deleteResumableUpload, uploadFile } from 'contracts/operations/uploads';
import { newName } from './names.ts';
import { CallFailed, onceKnown } from './calls.ts';
import type { Caller } from './calls.ts';
import type { Site } from './site.ts';

export interface Affiliate {
  id: string;
  slug: string;
  password: string;
}

/** Objects of an uploader. */
export interface UploaderFixtures {
  model: { id: string; slug: string };
  /** Photo uploaded for the model, in none of its lists. */
  filename: string;
  /** Resumable upload without any content. */
  uploadId: string;
}

const GONE = new Set<ErrorCode>(['MODEL_NOT_FOUND', 'AFFILIATE_NOT_FOUND', 'FILE_NOT_FOUND', 'SESSION_EXPIRED']);
const BOUNDARY = 'form-of-security-tests';
const PICTURE = join(import.meta.dirname, '..', '..', '..', 'stack', 'pictures', 'avatar-nina.webp');

/** Returns a multipart body with one file. */
export const formOf = (
  field: string,
  file: Buffer,
  type = 'image/webp',
): { headers: Record<string, string>; content: Buffer } => ({
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  content: Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="a.webp"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]),
});
export const readPicture = (): Promise<Buffer> => readFile(PICTURE);
/** Returns the smallest picture that media accepts. */
export const tinyPicture = (): Buffer =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
/** Creates half a second of black video. @throws without ffmpeg */
export const makeFilm = async (): Promise<Buffer> => {
  const { stdout } = await promisify(execFile)(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'color=black:s=64x64:d=0.5',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      'frag_keyframe+empty_moov',
      '-f',
      'mp4',
      'pipe:1',
    ],
    { encoding: 'buffer' },
  );
  return stdout;
};

/** Returns the headers that begin a resumable upload. */
export const resumableHeaders = (modelSlug: string): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  'upload-length': '1000',
  'upload-metadata': `fileType ${btoa('photos')},modelSlug ${btoa(modelSlug)}`,
});

/** Creates affiliates, models and files through the platform's own calls; `remove` deletes those that still exist. */
export const createUploaderFixtures = (
  call: Caller,
  { partner }: Pick<Site, 'partner'>,
  administratorToken: () => string,
) => {
  const made = new Map<string, () => Promise<unknown>>();
  const modelOf = async (
    affiliate?: { slug: string; token: string },
    fields: object = {},
  ): Promise<UploaderFixtures['model']> => {
    const body = { name: 'Modèle', slug: newName('modele'), ...fields };
    const { response } = affiliate
      ? await onceKnown(['AFFILIATE_NOT_FOUND', 'FORBIDDEN', 'SESSION_EXPIRED'], () =>
          call(createAffiliateModel, { token: affiliate.token, params: { slug: affiliate.slug }, body }),
        )
      : await call(createModel, { token: administratorToken(), body });
    made.set(response.id, () => call(deleteModel, { token: administratorToken(), params: { id: response.id } }));
    return { id: response.id, slug: response.slug };
  };
  const photoOf = async (modelSlug: string, token: string): Promise<string> => {
    const form = formOf('file', await readPicture());
    return (
      await onceKnown(['MODEL_NOT_FOUND', 'FORBIDDEN'], () =>
        call(uploadFile, { token, params: { fileType: 'photos', modelSlug }, ...form }),
      )
    ).response.filename;
  };
  const uploadOf = async (modelSlug: string, token: string): Promise<string> => {
    const { received } = await onceKnown(['MODEL_NOT_FOUND', 'FORBIDDEN'], () =>
      call(createResumableUpload, { token, headers: resumableHeaders(modelSlug) }),
    );
    const id = received.headers.location?.split('/').at(-1) ?? '';
    made.set(id, () => call(deleteResumableUpload, { token, params: { id } }));
    return id;
  };
  return {
    affiliate: async (fields: object = {}): Promise<Affiliate> => {
      const password = newName('mot-de-passe');
      const { response } = await call(createAffiliate, {
        token: administratorToken(),
        body: {
          name: 'Affilié',
          slug: newName('affilie'),
          custom_password: password,
          adexico_base_url: partner,
          ...fields,
        },
      });
      made.set(response.id, () => call(deleteAffiliate, { token: administratorToken(), params: { id: response.id } }));
      return { id: response.id, slug: response.slug, password };
    },
    model: modelOf,
    photo: photoOf,
    upload: uploadOf,
    /** Creates a model with a photo and an unfinished upload. */
    all: async (
      token: string,
      affiliate?: { slug: string; token: string },
      fields: object = {},
    ): Promise<UploaderFixtures> => {
      const model = await modelOf(affiliate, fields);
      const [filename, uploadId] = await Promise.all([photoOf(model.slug, token), uploadOf(model.slug, token)]);
      return { model, filename, uploadId };
    },
    /**
     * Deletes everything but `except`, the latest first. Skips objects that are already deleted, and uploads of a session that has
     * ended.
     */
    remove: async ({ except = [] }: { except?: readonly string[] } = {}): Promise<void> => {
      for (const [id, remove] of [...made].reverse()) {
        if (except.includes(id)) continue;
        made.delete(id);
        await onceKnown(['AFFILIATE_HAS_MODELS'], remove).catch((error: unknown) => {
          if (!(error instanceof CallFailed) || !GONE.has(error.code)) throw error;
        });
      }
    },
  };
};
