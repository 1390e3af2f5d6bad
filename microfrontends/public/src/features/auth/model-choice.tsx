import { ModelPicker } from 'ui/model-picker';
import { RetryButton } from 'ui/retry-button';
import { avatarOf, useModels } from '../models/index.ts';

interface ModelChoiceProps {
  value: string | undefined;
  onChange: (slug: string) => void;
  error: string | undefined;
}

/** "Par qui commencer ?": choice among all models, live ones first. */
export function ModelChoice({ value, onChange, error }: ModelChoiceProps) {
  const { data: models, isError, isFetching, refetch } = useModels();
  if (!models && isError)
    return (
      <div className="stack">
        <p>Impossible d’afficher les modèles.</p>
        <RetryButton small busy={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  if (models?.length === 0) return null;
  return (
    <ModelPicker
      label="Par qui commencer&nbsp;?"
      models={(models ?? []).map((model) => ({
        value: model.slug,
        name: model.name,
        avatar: avatarOf(model, 60),
        live: model.is_live,
      }))}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
