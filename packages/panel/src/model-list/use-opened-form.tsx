import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { startTransition, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPage } from 'web-kit/lazy-page';
import { preload } from 'web-kit/preload';
import { useEditedModel } from '../edited-model/index.tsx';
import type { ModelsApi } from '../models/index.tsx';
import { useShortcut } from '../shortcuts/index.tsx';
import type { Attempts } from './use-attempt.ts';

/** Delay before the form's code is preloaded: the list has been rendered by then. */
const PRELOAD_DELAY_MS = 1_000;
const loadForm = () => import('../model-form/index.tsx');
const ModelForm = lazyPage(async () => ({ default: (await loadForm()).ModelForm }));

interface OpenedFormOptions {
  api: ModelsApi;
  /** Runs a load with a busy state for the id, and shows its failure. */
  attempt: Attempts['attempt'];
  /** Called when a model was saved, or found to be deleted. */
  onChanged: () => void;
}

/** Renders the form of one model, opened by a call, by the shortcut for a new one, or by the page's address. */
export const useOpenedForm = ({ api, attempt, onChanged }: OpenedFormOptions) => {
  /** undefined: closed; null: a new model. */
  const [editing, setEditing] = useState<ModelView | null | undefined>();
  const [firstSection, setFirstSection] = useState<string | null>(null);
  useEffect(() => {
    const waiting = setTimeout(() => preload(loadForm), PRELOAD_DELAY_MS);
    return () => clearTimeout(waiting);
  }, []);

  const requests = useRef(0);
  const open = (id: string, load: () => Promise<ModelView> | null, section: string | null = null) => {
    const request = ++requests.current;
    return attempt(
      id,
      async () => {
        const [model] = await Promise.all([load(), loadForm()]);
        if (request !== requests.current) return;
        // As a transition: rendering a form with hundreds of rows would block the page.
        startTransition(() => {
          setEditing(model);
          setFirstSection(section);
        });
      },
      { rejected: TEXTS.dataLoadFailed },
    );
  };
  const edit = ({ id, slug }: ModelView) => open(id, () => api.load(slug));
  const create = () => open('', () => null);
  useShortcut('n', TEXTS.newModel, () => void create());
  useEditedModel((slug, section) => void (slug === null ? create() : open(slug, () => api.load(slug), section)));

  const form: ReactNode = editing !== undefined && (
    <Suspense fallback={null}>
      <ModelForm
        model={editing}
        firstSection={firstSection}
        api={api}
        onClose={() => setEditing(undefined)}
        onSaved={onChanged}
        onGone={onChanged}
      />
    </Suspense>
  );
  return { edit, create, form };
};
