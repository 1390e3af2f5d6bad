import { parseMediaList } from 'contracts/media-items';
import type { StoredItem } from 'contracts/media-items';
import { MODEL_FIELDS } from 'contracts/model-fields';
import { newModel } from 'contracts/models';
import type { ModelView } from 'contracts/models';
import type { ModelBody } from '../model-list/api.ts';
import { FORM_FIELDS, MEDIA_FIELDS } from './values.ts';
import type { MediaField } from './values.ts';

/** `edit_revision` of a model without a change since its creation. */
const FIRST_EDITION = 1;
/** The path of a picture gets its version from the server, and the live state depends on the hour. */
const COMPARED = FORM_FIELDS.filter((name) => MODEL_FIELDS[name].form.input !== 'picture' && name !== 'is_live');

const filenamesOf = (items: readonly Pick<StoredItem, 'filename'>[] = []): string =>
  items.map(({ filename }) => filename).join();

/** Whether a model, as its owner sees it, is the result of creating a body, unchanged since. */
export const isCreatedFrom = (model: ModelView, body: ModelBody): boolean => {
  const { data: sent } = newModel.safeParse(body);
  if (!sent || model.edit_revision !== FIRST_EDITION) return false;
  return (
    COMPARED.every(
      (name) =>
        sent[name] === undefined ||
        sent[name] === model[name] ||
        ('isInherited' in MODEL_FIELDS[name] && sent[name] === ''),
    ) &&
    (Object.keys(MEDIA_FIELDS) as MediaField[]).every(
      (list) => filenamesOf(sent[list]) === filenamesOf(parseMediaList(model[list])),
    )
  );
};
