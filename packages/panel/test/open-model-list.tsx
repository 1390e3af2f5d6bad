import { afterEach, beforeEach, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { MODEL_DEFAULTS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from '../../ui/test/browser-parts.ts';
import { ModelList } from '../src/model-list/index.tsx';
import { Shortcuts } from '../src/shortcuts/index.tsx';
import { mockModelsApi } from './mock-models-api.ts';

/** A model with the defaults of the catalogue; its slug is its name without accents. */
export const modelOf = (name: string, change: Partial<ModelView> = {}): ModelView => ({
  ...MODEL_DEFAULTS,
  id: `id-${name}`,
  name,
  slug: name.toLowerCase().normalize('NFD').replace(/\W/g, ''),
  is_live: false,
  photo_items: '[]',
  video_items: '[]',
  live_replays: '[]',
  cover_poster: null,
  avatar_version: 1,
  cover_image_version: 1,
  cover_video_version: 1,
  avatar_placeholder: null,
  cover_placeholder: null,
  affiliate_slug: null,
  edit_revision: 3,
  ...change,
});
export const models = [
  modelOf('Zoé', { likes_count: 3, affiliate_slug: 'studio' }),
  modelOf('Nina', { is_live: true, manual_live_override: true, likes_count: 9 }),
  modelOf('Émile', { followers_count: 12_345 }),
];
export const names = (list: readonly ModelView[]) => list.map(({ name }) => name);

export const api = mockModelsApi();
export const onChanged = jest.fn(async () => undefined);
export const listOf = (shown: readonly ModelView[]) => (
  <MemoryRouter>
    <ToastProvider>
      <Shortcuts />
      <ModelList title="Modèles" models={shown} api={api} onChanged={onChanged} />
    </ToastProvider>
  </MemoryRouter>
);
/** Renders the list, with fresh mocks in each test. */
export const open = (shown: readonly ModelView[] = models) => render(listOf(shown));
beforeEach(() => {
  jest.resetAllMocks();
  stubIntersectionObserver();
});
afterEach(() => void jest.restoreAllMocks());
