import type { ModelState } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { useState } from 'react';
import { Button } from 'ui/button';
import { useToast } from 'ui/toast';
import { failureText } from 'web-kit/api';
import type { ModelsApi } from '../models/index.tsx';
import styles from './model-form.module.css';
import { savedToast } from './saved-toast.ts';

interface ArchivedBarProps {
  model: ModelView;
  api: ModelsApi;
  onRestored: (restored: ModelView) => void;
  /** Called with the current model: it may have been changed since it was opened. */
  onLoaded: (model: ModelView) => void;
}

/** Bar that states why the form of an archived model is locked, with buttons to restore it. */
export function ArchivedBar({ model, api, onRestored, onLoaded }: ArchivedBarProps) {
  const show = useToast();
  /** Target state of the running request. */
  const [restoring, setRestoring] = useState<ModelState | null>(null);
  const restore = async (state: ModelState) => {
    setRestoring(state);
    try {
      const restored = await api.update(model.id, { state });
      show(savedToast(TEXTS.modelUpdated, restored, api));
      onRestored(restored);
      onLoaded(await api.load(restored.slug));
    } catch (error) {
      show({ tone: 'error', title: TEXTS.error, text: failureText(error, { rejected: TEXTS.updateFailed }) });
    } finally {
      setRestoring(null);
    }
  };
  return (
    <div className={styles.draft} role="group" aria-label="Modèle archivé">
      <p role="status">Ce modèle est archivé&nbsp;: restaurez-le pour le modifier.</p>
      <Button
        small
        busy={restoring === 'draft'}
        disabled={restoring === 'published'}
        onClick={() => void restore('draft')}
      >
        Restaurer
      </Button>
      <Button
        small
        variant="ghost"
        busy={restoring === 'published'}
        disabled={restoring === 'draft'}
        onClick={() => void restore('published')}
      >
        Restaurer et publier
      </Button>
    </div>
  );
}
