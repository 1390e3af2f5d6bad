import { VIEW_COOKIES } from 'contracts/roles';
import type { Express, Request, RequestHandler, Response } from 'express';
import { bearerOf } from 'service-kit/auth';
import type { Verifier } from 'service-kit/auth';
import { readCookie } from 'service-kit/cookies';
import { AppError } from 'service-kit/errors';
import type { Viewer } from 'service-kit/viewer';
import type { Storage } from '../storage/file-storage.ts';
import type { Delivery, DeliveryService } from './delivery.service.ts';

interface DeliveryRoutes {
  service: DeliveryService;
  storage: Storage;
  verifier: Verifier;
}

const TYPES: Record<string, string> = { webp: 'image/webp', mp4: 'video/mp4' };

/** GET and HEAD below /uploads: what answers is decided by the service, sent by the storage. */
export const deliveryRoutes = (app: Express, { service, storage, verifier }: DeliveryRoutes): void => {
  /** Everybody that the request can prove to be; what does not hold proves nothing. */
  const viewersOf = async (request: Request): Promise<Viewer[]> => {
    const bearer = bearerOf(request.get('authorization'));
    const cookies = Object.values(VIEW_COOKIES).map((name) => readCookie(request, name));
    const proofs = [...(bearer ? [verifier.verify(bearer)] : []), ...cookies.flatMap((cookie) => (cookie ? [verifier.verify(cookie, 'view')] : []))];
    const results = await Promise.allSettled(proofs);
    const outage = results.find((result) => result.status === 'rejected' && result.reason instanceof AppError && result.reason.status >= 500);
    const viewers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (viewers.length === 0 && outage?.status === 'rejected') throw outage.reason;
    return viewers;
  };
  const deliver = async (response: Response, { key, cacheControl }: Delivery) => {
    const headers = { 'content-type': TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream', 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' };
    if (!(await storage.deliver(response, key, headers))) throw new AppError('FILE_NOT_FOUND');
  };

  const part = (request: Request, name: string): string => String(request.params[name]);
  const picture: RequestHandler = async (request, response) => deliver(response, await service.picture(part(request, 'id'), part(request, 'rendition'), request.query.v !== undefined));
  const blurred: RequestHandler = async (request, response) => deliver(response, await service.blurred(part(request, 'file')));
  const item: RequestHandler = async (request, response) => deliver(response, await service.item(part(request, 'id'), part(request, 'rendition'), request.query, () => viewersOf(request)));

  app.get('/uploads/public/:id/:rendition', picture);
  app.get('/uploads/blur/:file', blurred);
  app.get('/uploads/items/:id/:rendition', item);
  app.all('/uploads/*path', (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') throw new AppError('FILE_NOT_FOUND');
    response.set('allow', 'GET, HEAD');
    throw new AppError('METHOD_NOT_ALLOWED');
  });
};
