import { MODEL_STATE_TEXTS } from 'contracts/model-fields';
import type { ModelView } from 'contracts/models';
import Archive from 'lucide-react/icons/archive';
import PencilLine from 'lucide-react/icons/pencil-line';
import { Badge } from 'ui/badge';
import { StatusDot } from 'ui/status-dot';
import { stateOf } from './filter-and-sort.ts';

const TONES = { draft: 'plain', published: 'success', archived: 'quiet' } as const;
const ICONS = { draft: <PencilLine />, published: <StatusDot on />, archived: <Archive /> };

/** Badge "Brouillon", "Publié" or "Archivé" (docs/domain.md#publication). */
export function ModelStateBadge({ model }: { model: ModelView }) {
  const state = stateOf(model);
  return (
    <Badge tone={TONES[state]}>
      {ICONS[state]}
      {MODEL_STATE_TEXTS[state]}
    </Badge>
  );
}
