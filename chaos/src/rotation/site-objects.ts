import { randomUUID } from 'node:crypto';
import { mediaListToText } from 'contracts/media-items';
import { createAffiliate } from 'contracts/operations/affiliates';
import { verifyAdministrator } from 'contracts/operations/auth';
import { createModel } from 'contracts/operations/models';
import { uploadFile } from 'contracts/operations/uploads';
import { formOf, readPicture } from 'security-tests/platform/uploader-fixtures';
import type { CountedRequests } from './counted-requests.ts';

/** Number of models, enough for several pages of a list. */
const MODELS = 5;

interface Options {
  call: CountedRequests['call'];
  administratorPassword: string;
  partnerUrl: string;
}

/** Creates the models, the first with a locked photo, and the affiliate that the load uses. */
export const createSiteObjects = async ({ call, administratorPassword, partnerUrl }: Options) => {
  const { response } = await call(verifyAdministrator, { body: { password: administratorPassword } });
  if (!('token' in response)) throw new Error('the administrator must have no second factor');
  const { token } = response;
  const slug = `rotation-${randomUUID().slice(0, 8)}`;
  const { response: uploaded } = await call(uploadFile, {
    token,
    params: { fileType: 'photos', modelSlug: slug },
    ...formOf('file', await readPicture()),
  });
  const { response: model } = await call(createModel, {
    token,
    body: {
      name: 'Rotation',
      slug,
      photo_items: mediaListToText([{ id: '1', filename: uploaded.filename, likes: 0, isLocked: true }]),
    },
  });
  for (let count = 1; count < MODELS; count += 1)
    await call(createModel, { token, body: { name: `Rotation ${count}`, slug: `${slug}-${count}` } });
  const affiliate = { slug: `affilie-${randomUUID().slice(0, 8)}`, password: randomUUID() };
  await call(createAffiliate, {
    token,
    body: {
      name: 'Affilié',
      slug: affiliate.slug,
      custom_password: affiliate.password,
      adexico_base_url: partnerUrl,
    },
  });
  return { model, affiliate };
};
