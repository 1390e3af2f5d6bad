import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { ERRORS as TUS, Server, TUS_RESUMABLE, TUS_VERSION } from '@tus/server';
import { RESUMABLE_PATH, RESUMABLE_RESULT_HEADER } from 'contracts/media';
import type { AssetKind, ResumableResponse } from 'contracts/media';
import type { Request, Response } from 'express';
import { AppError } from 'service-kit/errors';
import { VISITOR } from 'service-kit/viewer';
import type { Viewer } from 'service-kit/viewer';
import type { Asset } from '../assets/asset.ts';
import { idOfParts, partsName } from '../storage/parts.ts';
import type { Parts } from '../storage/parts.ts';
import type { Resumables } from './resumable.service.ts';
import { tooLarge } from '../uploads/too-large.ts';
import { asAppError } from './tus-faults.ts';
import type { UploadLocks } from './upload-locks.ts';

interface Dependencies {
  parts: Parts;
  locks: UploadLocks;
  resumables: Resumables;
  responseOf: (viewer: Viewer, asset: Asset) => ResumableResponse;
}

/** Viewer and upload of a request; the upload is set once its ownership is checked. */
interface UploadRequest {
  viewer: Viewer;
  id?: string;
  kind?: AssetKind;
}

/** Media type of a part (tus 1.0.0, PATCH). */
const PART_TYPE = 'application/offset+octet-stream';

/**
 * Checks the headers whose errors have their own status.
 * @throws AppError UPLOAD_VERSION_UNSUPPORTED with Tus-Version (tus 1.0.0, Tus-Resumable), UNSUPPORTED_BODY
 */
const requireProtocol = (request: Request, response: Response): void => {
  if (request.method === 'OPTIONS') return;
  if (request.get('tus-resumable') !== TUS_RESUMABLE) {
    response.set('tus-version', TUS_VERSION.join(','));
    throw new AppError('UPLOAD_VERSION_UNSUPPORTED');
  }
  if (request.method === 'PATCH' && request.get('content-type') !== PART_TYPE) throw new AppError('UNSUPPORTED_BODY');
};

/** Overrides the plain-text response to malformed headers, for which the library does not call `onResponseError`. */
class ServerWithOwnErrors extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status >= 400) throw asAppError({ status_code: status, body });
    return super.write(context, headers, status, body);
  }
}

/**
 * Resolves when the handler has ended a response whose connection is closed: Node never calls the callback of its `end`,
 * for which the library would wait.
 */
const endedWhileClosed = (response: Response): Promise<void> =>
  new Promise((resolve) => {
    const end = response.end.bind(response) as (...values: unknown[]) => Response;
    response.end = (...values: unknown[]) => {
      if (response.closed) resolve();
      else response.once('close', () => resolve());
      return end(...values);
    };
  });

/** Implements the tus protocol: creating uploads and writing parts. Its hooks apply the rules of the service. */
export const createTusServer = ({ parts, locks, resumables, responseOf }: Dependencies) => {
  const currentUpload = new AsyncLocalStorage<UploadRequest>();
  const viewer = (): Viewer => currentUpload.getStore()?.viewer ?? VISITOR;

  const server = new ServerWithOwnErrors({
    path: RESUMABLE_PATH,
    datastore: parts.store,
    locker: locks.locker(idOfParts),
    // Only a path: the response must not reflect the request's host.
    generateUrl: (_request, { path, id }) => `${path}/${idOfParts(id)}`,
    // The default takes the last part of the address, which may be its query.
    getFileIdFromRequest: () => {
      const id = currentUpload.getStore()?.id;
      return id && partsName(id);
    },
    namingFunction: () => partsName(randomUUID()),
    allowedOrigins: () => false,
    onUploadCreate: async (_request, { id, size = 0, metadata = {} }) => {
      await resumables.create(viewer(), idOfParts(id), size, metadata);
      return {};
    },
    onUploadFinish: async (_request, { id }) => {
      const body = JSON.stringify(responseOf(viewer(), await resumables.finish(idOfParts(id))));
      return {
        status_code: 200,
        body,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          [RESUMABLE_RESULT_HEADER]: body,
        },
      };
    },
    // Rethrown from `handle`, so that the service's error handler responds.
    onResponseError: (_request, fault) => {
      const kind = currentUpload.getStore()?.kind;
      throw kind && fault === TUS.ERR_SIZE_EXCEEDED ? tooLarge(kind) : asAppError(fault);
    },
  });
  return async (upload: UploadRequest, request: Request, response: Response): Promise<void> => {
    requireProtocol(request, response);
    const ended = endedWhileClosed(response);
    await currentUpload.run(upload, () => Promise.race([server.handle(request, response), ended]));
  };
};
export type TusServer = ReturnType<typeof createTusServer>;
