import { VIDEO_MAX_BYTES } from 'contracts/limits';
import { RESUMABLE_PATH, RESUMABLE_RESULT_HEADER } from 'contracts/media';
import type { ResumableResponse } from 'contracts/media';
import {
  createResumableUpload,
  deleteResumableUpload,
  getResumableUpload,
  sendResumablePart,
} from 'contracts/operations/uploads';
import type { Express, Request } from 'express';
import type { Mount } from 'service-kit/mount-operation';
import { VISITOR } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../assets/asset.ts';
import { expectedBytes } from '../uploads/admission.ts';
import type { Admission } from '../uploads/admission.ts';
import { uploaderOf } from '../uploads/upload-rights.ts';
import type { Resumables } from './resumable.service.ts';
import type { TusServer } from './tus-server.ts';

const SILENCE_TIMEOUT_MS = 60_000;
const TUS = { 'tus-resumable': '1.0.0' };

interface Dependencies {
  app: Express;
  resumables: Resumables;
  tus: TusServer;
  admission: Admission;
  responseOf: (viewer: Viewer, asset: Asset) => ResumableResponse;
}

export const resumableRoutes = (mount: Mount, { app, resumables, tus, admission, responseOf }: Dependencies): void => {
  /** Closes a silent connection before its last byte; processing after that byte may take longer. */
  const destroyWhenSilent = (request: Request) => {
    request.setTimeout(SILENCE_TIMEOUT_MS, () => request.destroy());
    request.once('close', () => request.setTimeout(0)).once('end', () => request.setTimeout(0));
  };

  // The protocol's clients may first request the supported versions and extensions.
  app.options([RESUMABLE_PATH, `${RESUMABLE_PATH}/:id`], (request, response) =>
    tus({ viewer: VISITOR }, request, response),
  );
  mount(createResumableUpload, async (_input, { viewer, request, response }) => {
    // The request may include the first part.
    await admission.admit(uploaderOf(viewer), expectedBytes(request, VIDEO_MAX_BYTES), () => {
      destroyWhenSilent(request);
      return tus({ viewer }, request, response);
    });
    return undefined;
  });

  mount(sendResumablePart, async ({ params }, { viewer, request, response }) => {
    const { id, kind, bytes } = await resumables.resume(viewer, params.id);
    await admission.admit(uploaderOf(viewer), expectedBytes(request, bytes), () => {
      destroyWhenSilent(request);
      return tus({ viewer, id, kind }, request, response);
    });
    return undefined;
  });

  mount(getResumableUpload, async ({ params }, { viewer, response }) => {
    const { offset, length, asset } = await resumables.progress(viewer, params.id);
    const result = asset && responseOf(viewer, asset);
    response.set({
      ...TUS,
      'upload-offset': String(offset),
      'upload-length': String(length),
      ...(result && { [RESUMABLE_RESULT_HEADER]: JSON.stringify(result) }),
    });
    return { offset, length, result };
  });

  mount(deleteResumableUpload, async ({ params }, { viewer, response }) => {
    await resumables.remove(viewer, params.id);
    response.status(204).set(TUS).end();
    return undefined;
  });
};
