import { paymentRedirect } from 'contracts/operations/billing';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { useModels } from '../models/api/list-models.ts';

/** Slug of the payment link without a model (docs/domain.md#payment-link). */
const NO_MODEL = 'default';

/** The model from whose page the visitor registered, found by its slug in the list, and the payment link that carries it. */
export const useSelectedModel = () => {
  const slug = storage.get(STORAGE_KEYS.selectedModel);
  const { data: models } = useModels();
  const model = models?.find((each) => each.slug === slug);
  // While the list is loading or unavailable the stored slug is used: the server validates it anyway.
  const known = models ? model?.slug : (slug ?? undefined);
  return { model, payHref: paymentRedirect(known ?? NO_MODEL) };
};
