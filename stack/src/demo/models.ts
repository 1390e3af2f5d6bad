import { mediaListToText } from 'contracts/media-items';
import type { ModelChangeInput } from 'contracts/models';
import { createAffiliateModel, createModel } from 'contracts/operations/models';
import { getUpload, uploadAvatar, uploadCoverImage, uploadCoverVideo, uploadFile } from 'contracts/operations/uploads';
import type { FileType } from 'contracts/media';
import pLimit from 'p-limit';
import { waitUntil } from '../wait-until.ts';
import { onceKnown } from './client.ts';
import type { Client } from './client.ts';
import type { Filming } from './clip.ts';
import type { Item, Person } from './person.ts';
import { pictureFile } from './pictures.ts';

/** Length of a cover video, which loops. */
const COVER_SECONDS = 4;
/** Time that the last video may be queued. */
const PROCESSING_TIMEOUT_MS = 180_000;

/** Returns the form of a model; only the administrator's models have a redirection. */
export const formOf = (person: Person) =>
  ({
    name: person.name,
    slug: person.slug,
    age: person.age,
    bio: person.bio,
    likes_count: person.likes,
    followers_count: person.followers,
    is_verified: person.verified,
    manual_live_override: person.liveNow ?? null,
    custom_title: person.title ?? '',
    custom_description: person.description ?? '',
    ...(person.telegram ? { telegram_link: person.telegram } : {}),
    ...(person.schedule ? { live_schedule_start: person.schedule.start, live_schedule_end: person.schedule.end } : {}),
    ...(person.sourceId ? { adexico_source_id: person.sourceId } : {}),
  }) satisfies ModelChangeInput;

/**
 * Publishes models like their owners do: files first, then the whole form at once. A model that exists is therefore complete, and
 * an interrupted load can be started again.
 */
export const createPublisher = ({ call, upload }: Client, film: Filming) => {
  const limited = pLimit(3);
  const sent: { modelSlug: string; filename: string; token: string }[] = [];

  const sendItems = <Of extends Item>(
    fileType: FileType,
    modelSlug: string,
    token: string,
    items: readonly Of[],
    fileOf: (item: Of) => string | Promise<string>,
  ) =>
    Promise.all(
      items.map((item, index) =>
        limited(async () => {
          const { filename } = await upload(uploadFile, { fileType, modelSlug }, await fileOf(item), token);
          sent.push({ modelSlug, filename, token });
          return { id: String(index + 1), filename, likes: item.likes, isLocked: item.isLocked };
        }),
      ),
    ).then(mediaListToText);

  const sendCover = async (person: Person, token: string) => {
    const params = { slug: person.slug };
    if (!person.coverMove)
      return { cover_image: (await upload(uploadCoverImage, params, pictureFile(person.cover), token)).filePath };
    const file = await film({ picture: person.cover, move: person.coverMove, seconds: COVER_SECONDS });
    return { cover_video: (await upload(uploadCoverVideo, params, file, token)).filePath };
  };

  return {
    /** @param token of the person's owner: its affiliate, or the administrator */
    publish: async (person: Person, token: string): Promise<void> => {
      const { slug } = person;
      const [avatar, cover, photos, videos, replays] = await Promise.all([
        limited(() => upload(uploadAvatar, { slug }, pictureFile(person.avatar), token)),
        limited(() => sendCover(person, token)),
        sendItems('photos', slug, token, person.photos, (item) => pictureFile(item.picture)),
        sendItems('videos', slug, token, person.videos, film),
        sendItems('lives', slug, token, person.replays, film),
      ]);
      const body = {
        ...formOf(person),
        avatar_image: avatar.filePath,
        ...cover,
        photo_items: photos,
        video_items: videos,
        live_replays: replays,
      };
      const { affiliate } = person;
      if (affiliate)
        await onceKnown(['AFFILIATE_NOT_FOUND'], () =>
          call(createAffiliateModel, { params: { slug: affiliate }, body }, token),
        );
      else await call(createModel, { body }, token);
    },
    /** Waits until every file of a list has its renditions. @throws when one failed */
    allPrepared: async (): Promise<void> => {
      for (const { token, ...params } of sent) {
        const { state } = await waitUntil(
          `${params.filename} of ${params.modelSlug}`,
          async () => {
            const upload = await call(getUpload, { params }, token);
            if (upload.state === 'processing') throw new Error('still being prepared');
            return upload;
          },
          { deadlineMs: PROCESSING_TIMEOUT_MS, everyMs: 500 },
        );
        if (state === 'failed') throw new Error(`media could not prepare ${params.filename} of ${params.modelSlug}`);
      }
    },
  };
};
