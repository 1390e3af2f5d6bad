import { truncate } from 'contracts/truncate';
import { ERRORS } from 'contracts/errors';
import { RESUMABLE_CHUNK_BYTES, RESUMABLE_PATH, RESUMABLE_RESULT_HEADER, resumableResponse } from 'contracts/media';
import type { ResumableResponse, ResumableFileType, ResumableMetadata } from 'contracts/media';
import type { DetailedError, HttpResponse, PreviousUpload } from 'tus-js-client';
import { ApiError } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { apiErrorOf } from 'web-kit/api-error';
import { currentToken } from 'web-kit/upload';
import type { Send } from './queue.ts';

interface ResumableSendOptions {
  fileType: ResumableFileType;
  slug: string;
  file: File;
  session: Caller;
}

const noConnection = (cause?: unknown) =>
  new ApiError({ status: 0, code: 'UPLOAD_FAILED', message: ERRORS.UPLOAD_FAILED.text, cause });

const apiErrorOfFailure = (error: Error | DetailedError): ApiError => {
  if (!('originalResponse' in error)) return noConnection(error);
  const { originalResponse: response, causingError: cause } = error;
  if (response) return apiErrorOf(response.getStatus(), response.getBody(), response.getHeader('Retry-After') ?? null);
  return cause instanceof ApiError ? cause : noConnection(error);
};

/** Reads the result: it is in the body of the last PATCH response and in a header, which a later HEAD repeats. */
const resultOf = (response: HttpResponse): ResumableResponse =>
  resumableResponse.parse(JSON.parse(response.getHeader(RESUMABLE_RESULT_HEADER) ?? response.getBody()));

/** Whether the uploaded parts no longer exist, or belong to another user of this browser: the upload then starts again. */
const isGoneStatus = ({ status }: ApiError): boolean => [403, 404, 410].includes(status);
const newest = (uploads: readonly PreviousUpload[]): PreviousUpload | undefined =>
  [...uploads].sort((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime))[0];

/**
 * Creates a transport that sends a file in parts which the server stores (tus): an attempt continues where the former one was cut
 * off, even if the page was left and the same file is added again.
 */
export const createResumableSend = ({
  fileType,
  slug,
  file,
  session,
}: ResumableSendOptions): Send<ResumableResponse> => {
  const metadata: ResumableMetadata = {
    fileType,
    modelSlug: slug,
    filename: truncate(file.name, 255),
    filetype: file.type,
  };
  let token: string | null = null;
  let address: string | null = null;
  /** Set once the server has discarded the upload: the fingerprint stored in the browser no longer counts. */
  let isLost = false;

  const attempt: Send<ResumableResponse> = async ({ signal, onProgress }) => {
    const { Upload } = await import('tus-js-client');
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const upload = new Upload(file, {
        endpoint: RESUMABLE_PATH,
        metadata,
        chunkSize: RESUMABLE_CHUNK_BYTES,
        // The queue schedules retries, for every transport alike.
        retryDelays: null,
        fingerprint: () =>
          Promise.resolve(['upload', fileType, slug, file.name, file.type, file.size, file.lastModified].join(' ')),
        removeFingerprintOnSuccess: true,
        onBeforeRequest: async (request) => {
          token = await currentToken(session);
          if (token) request.setHeader('Authorization', `Bearer ${token}`);
        },
        onUploadUrlAvailable: () => {
          address = upload.url;
          // With an endpoint, a HEAD rejected by a restarting server would start a new upload and lose the parts already sent.
          upload.options.endpoint = null;
        },
        onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 1),
        onSuccess: ({ lastResponse }) => {
          try {
            resolve(resultOf(lastResponse));
          } catch (cause) {
            reject(new ApiError({ status: lastResponse.getStatus(), code: 'UNREADABLE', cause }));
          }
        },
        onError: (error) => reject(apiErrorOfFailure(error)),
      });
      signal.addEventListener(
        'abort',
        () => {
          // A cancelled file is deleted on the server too; where that request fails, the server removes it later.
          const isCancelled = (signal.reason as DOMException).name === 'AbortError';
          upload.abort(isCancelled).catch(() => undefined);
          reject(signal.reason as DOMException);
        },
        { once: true },
      );
      const begin = async () => {
        const previousUpload = address || isLost ? undefined : newest(await upload.findPreviousUploads());
        if (previousUpload) upload.resumeFromPreviousUpload(previousUpload);
        else upload.url = address;
        address = upload.url;
        if (address) upload.options.endpoint = null;
        if (!signal.aborted) upload.start();
      };
      begin().catch(reject);
    });
  };

  return async (options) => {
    try {
      return await attempt(options);
    } catch (error) {
      if (!(error instanceof ApiError) || options.signal.aborted) throw error;
      // A HEAD response has no body, hence no error code.
      if (error.status === 401 && token && (await session.renew(token))) return attempt(options);
      if (!isGoneStatus(error) || !address) throw error;
      address = null;
      isLost = true;
      return attempt(options);
    }
  };
};
