import { paymentRedirect } from 'contracts/operations/billing';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { useModels } from '../models/api/list-models.ts';

/** What the payment link says where no model is known (specification, section 2). */
const NO_MODEL = 'default';

/** The model from whose page the visitor registered, found by its slug in the list, and the payment link that carries it. */
export const useSelectedModel = () => {
  const slug = storage.get(STORAGE_KEYS.selectedModel);
  const { data: models } = useModels();
  const model = models?.find((each) => each.slug === slug);
  // While the list is on its way, or cannot be had, the slug is believed: the server looks at it anyway.
  const known = models ? model?.slug : (slug ?? undefined);
  return { model, payHref: paymentRedirect(known ?? NO_MODEL) };
};
