import { afterEach, beforeEach, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import type { ModelView } from 'contracts/models';
import { ToastProvider } from 'ui/toast';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { ModelList } from '../src/model-list/index.tsx';
import { Shortcuts } from '../src/shortcuts/index.tsx';
import { mockModelsApi } from './mock-models-api.ts';
import { ownerModelOf } from './owner-model.ts';

/** Returns a model with the defaults of the catalogue; its slug is its name without accents. */
export const modelOf = (name: string, change: Partial<ModelView> = {}): ModelView =>
  ownerModelOf(
    { id: `id-${name}`, name, slug: name.toLowerCase().normalize('NFD').replace(/\W/g, '') },
    { edit_revision: 3, ...change },
  );
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
/** Renders the list. */
export const open = (shown: readonly ModelView[] = models) => render(listOf(shown));
beforeEach(() => {
  jest.resetAllMocks();
  stubIntersectionObserver();
});
afterEach(() => void jest.restoreAllMocks());
