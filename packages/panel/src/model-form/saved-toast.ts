import type { ModelView } from 'contracts/models';
import type { ToastText } from 'ui/toast';
import { paths } from 'web-kit/paths';
import type { ModelsApi } from '../models/index.tsx';

/** Returns the toast of a saved model, with a link to its page, or to its preview while it is not public. */
export const savedToast = (
  title: string,
  { name, slug, state = 'published' }: ModelView,
  { previewOf }: ModelsApi,
): ToastText => ({
  tone: 'success',
  title,
  text: name,
  action:
    state === 'published'
      ? { label: 'Voir', href: paths.model(slug) }
      : { label: 'Prévisualiser', href: previewOf(slug) },
});
