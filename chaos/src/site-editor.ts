import { randomUUID } from 'node:crypto';
import { mediaListToText } from 'contracts/media-items';
import { verifyAdministrator } from 'contracts/operations/auth';
import { createModel, getModel, updateModel } from 'contracts/operations/models';
import { uploadFile } from 'contracts/operations/uploads';
import type { Caller } from 'security-tests/platform/calls';
import { formOf, readPicture } from 'security-tests/platform/uploader-fixtures';
import type { Platform } from './platform.ts';

const TOKEN_LIFE_MS = 4 * 60_000;

/** Creates a model with one locked photo as the administrator, who then saves it and uploads further photos. */
export const createSiteEditor = async (
  call: Caller,
  account: ReturnType<Platform['file']>['accounts']['administrator'],
) => {
  let administrator = { token: '', at: 0 };
  const token = async (): Promise<string> => {
    if (Date.now() - administrator.at > TOKEN_LIFE_MS) {
      const { response } = await call(verifyAdministrator, { body: account });
      if (!('token' in response)) throw new Error('the administrator must have no second factor');
      administrator = { token: response.token, at: Date.now() };
    }
    return administrator.token;
  };
  const picture = await readPicture();
  const slug = `chaos-${randomUUID().slice(0, 8)}`;
  /** Uploads a photo for the model. @returns its file name */
  const upload = async (): Promise<string> =>
    (
      await call(uploadFile, {
        token: await token(),
        params: { fileType: 'photos', modelSlug: slug },
        ...formOf('file', picture),
      })
    ).response.filename;
  const photo = await upload();
  const {
    response: { id },
  } = await call(createModel, {
    token: await token(),
    body: {
      name: 'Chaos',
      slug,
      bio: 'initial',
      photo_items: mediaListToText([{ id: '1', filename: photo, likes: 0, isLocked: true }]),
    },
  });
  return {
    model: { id, slug },
    token,
    upload,
    /** Saves the text of the model. */
    save: async (bio: string, bearer: string): Promise<void> => {
      const { response } = await call(updateModel, { token: bearer, params: { id }, body: { bio } });
      if (response.bio !== bio) throw new Error('the response holds another text than the request');
    },
    savedText: async (): Promise<string> =>
      (await call(getModel, { token: await token(), params: { slug } })).response.bio,
  };
};
