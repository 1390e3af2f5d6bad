import { ASSET_KINDS, itemPath, originalPath, PUBLIC_KINDS } from 'contracts/media';
import { isAddressable } from 'contracts/renditions';
import type { Express, Request } from 'express';
import { AppError } from 'service-kit/errors';
import { SURROGATE_KEY_HEADER, surrogateKeyOfAsset } from 'service-kit/surrogate-keys';
import { BLURRED } from '../assets/asset.ts';
import { isHlsName } from '../assets/hls-names.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import { downloadDisposition } from './download-name.ts';
import type { ItemAccess } from './item-access.ts';
import type { CacheLifetime } from './links.ts';
import type { FileSender } from './send-file.ts';
import type { HlsSender } from './send-hls.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ITEM_KINDS = ASSET_KINDS.filter((kind) => !PUBLIC_KINDS.includes(kind));

const FOR_EVER: CacheLifetime = { cacheControl: 'public, max-age=31536000, immutable', linkSeconds: 3600 };
const AN_HOUR: CacheLifetime = { cacheControl: 'public, max-age=3600', linkSeconds: 3600 };
/** Bounds the time for which an item stays accessible after it was locked again. */
const WHILE_UNLOCKED: CacheLifetime = { cacheControl: 'public, max-age=60', linkSeconds: 60 };
/** A copy in the browser would outlast a refund. */
const LOCKED: CacheLifetime = { cacheControl: 'private, no-store', linkSeconds: 0 };

/** Returns the names in an address, which are looked up but never used as a path. @throws AppError FILE_NOT_FOUND */
const namesOf = ({ params }: Request): { id: string; rendition: string } => {
  const { id, rendition } = params;
  if (
    typeof id !== 'string' ||
    typeof rendition !== 'string' ||
    !UUID.test(id) ||
    !(isAddressable(rendition) || isHlsName(rendition))
  )
    throw new AppError('FILE_NOT_FOUND');
  return { id, rendition };
};
const requireFile = <Found>(delivery: Found | null): Found => {
  if (!delivery) throw new AppError('FILE_NOT_FOUND');
  return delivery;
};

export const deliveryRoutes = (
  app: Express,
  {
    deliveries,
    access,
    send,
    sendPublic,
    sendOriginal,
    sendHls,
  }: {
    deliveries: DeliveryRepository;
    access: ItemAccess;
    send: FileSender;
    /** Sends public files. */
    sendPublic: FileSender;
    /** Sends originals, always as bytes: addresses of the store would work without the owner's token. */
    sendOriginal: FileSender;
    sendHls: HlsSender;
  },
): void => {
  app.get('/uploads/public/:id/:rendition', async (request, response) => {
    const { id, rendition } = namesOf(request);
    const file = requireFile(await deliveries.ofPublic(id, rendition, PUBLIC_KINDS));
    if (file.isHidden) throw new AppError('FILE_NOT_FOUND');
    await sendPublic(request, response, file, request.query.v === undefined ? AN_HOUR : FOR_EVER);
  });
  const blurOf = async ({ params }: Request<{ name: string }>) => {
    const [, blurId = ''] = /^(.+)\.webp$/.exec(params.name) ?? [];
    if (!UUID.test(blurId)) throw new AppError('FILE_NOT_FOUND');
    return requireFile(await deliveries.ofBlur(blurId, BLURRED));
  };
  app.get('/uploads/private/blur/:name', async (request, response) => {
    const file = await blurOf(request);
    await access.requireOwner(request, file);
    await send(request, response, file, LOCKED);
  });
  app.get('/uploads/private/:id/:rendition', async (request, response) => {
    const { id, rendition } = namesOf(request);
    const file = requireFile(await deliveries.ofPublic(id, rendition, PUBLIC_KINDS));
    await access.requireOwner(request, file);
    await send(request, response, file, LOCKED);
  });
  app.get('/uploads/blur/:name', async (request, response) => {
    const file = await blurOf(request);
    if (file.isHidden) throw new AppError('FILE_NOT_FOUND');
    response.set(SURROGATE_KEY_HEADER, surrogateKeyOfAsset(file.assetId));
    await sendPublic(request, response, file, FOR_EVER);
  });
  app.get('/uploads/items/:id/:rendition', async (request, response) => {
    const { id, rendition } = namesOf(request);
    const item = requireFile(await deliveries.ofItem(id, rendition, ITEM_KINDS));
    const viewer = item.isUnlocked ? null : await access.require(request, itemPath(id, rendition), item);
    const lifetime = viewer ? LOCKED : WHILE_UNLOCKED;
    if (isHlsName(rendition)) await sendHls(request, response, { id, item, viewer, lifetime });
    else await send(request, response, item, lifetime);
  });
  app.get('/uploads/originals/:id', async (request, response) => {
    const { id } = request.params;
    if (!UUID.test(id)) throw new AppError('FILE_NOT_FOUND');
    const original = requireFile(await deliveries.ofOriginal(id));
    await access.requireSignedOwner(request, originalPath(id), original);
    await sendOriginal(request, response, original, LOCKED, downloadDisposition(original));
  });
  app.all(
    [
      '/uploads/public/:id/:rendition',
      '/uploads/private/:id/:rendition',
      '/uploads/blur/:name',
      '/uploads/items/:id/:rendition',
      '/uploads/originals/:id',
    ],
    (_request, response) => {
      response.set('allow', 'GET, HEAD');
      throw new AppError('METHOD_NOT_ALLOWED');
    },
  );
};
