import { FILE_TYPES, fileType } from 'contracts/media';
import type { AssetKind } from 'contracts/media';
import { deleteUpload, getUpload, uploadAvatar, uploadCoverImage, uploadCoverVideo, uploadFile } from 'contracts/operations/uploads';
import { slugShape } from 'contracts/slugs';
import type { Request, RequestHandler } from 'express';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import type { Viewer } from 'service-kit/viewer';
import type { FileReceiver } from './receive-file.ts';
import type { UploadService } from './upload.service.ts';

const slugOf = (value: unknown): string => {
  const slug = slugShape.safeParse(value);
  if (!slug.success) throw new AppError('VALIDATION_FAILED', { text: slug.error.issues[0]?.message ?? 'Slug invalide' });
  return slug.data;
};
const kindOf = (request: Request): AssetKind => {
  const known = fileType.safeParse(request.params.fileType);
  if (!known.success) throw new AppError('NOT_FOUND');
  return FILE_TYPES[known.data];
};

export const uploadRoutes = (mount: Mount, { service, receiver }: { service: UploadService; receiver: FileReceiver }): void => {
  /** Asked before a byte of the file is read. */
  const permitted =
    (part: 'slug' | 'modelSlug'): RequestHandler =>
    async (request, response, next) => {
      await service.authorize(response.locals.viewer as Viewer, slugOf(request.params[part]));
      next();
    };
  const takeIn = (request: Request, viewer: Viewer, kind: AssetKind, slug: string) => receiver.withFile(request, (file) => service.takeIn(viewer, kind, slug, file));

  for (const [declared, kind] of [[uploadAvatar, 'avatar'], [uploadCoverImage, 'cover-image'], [uploadCoverVideo, 'cover-video']] as const)
    mount(
      declared,
      async ({ params }, { viewer, request }) => {
        const { filePath } = await takeIn(request, viewer, kind, params.slug);
        return { filePath };
      },
      permitted('slug'),
      receiver.receive(declared.file ?? '', () => kind),
    );
  mount(getUpload, ({ params }, { viewer }) => service.state(viewer, params.modelSlug, params.filename));
  mount(deleteUpload, async ({ params }, { viewer }) => {
    await service.remove(viewer, params.modelSlug, params.filename);
    return { ok: true as const };
  });
  mount(
    uploadFile,
    ({ params }, { viewer, request }) => takeIn(request, viewer, FILE_TYPES[params.fileType], params.modelSlug),
    (request, _response, next) => {
      kindOf(request);
      next();
    },
    permitted('modelSlug'),
    receiver.receive(uploadFile.file ?? '', kindOf),
  );
};
