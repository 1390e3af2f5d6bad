import { Button } from 'ui/button';
import { EmptyState } from 'ui/empty-state';

interface NoResultsProps {
  /** Searched words; empty for a filter alone. */
  words: string;
  onClear: () => void;
}

/** Shown in place of the wall where search and filter find no model. */
export default function NoResults({ words, onClear }: NoResultsProps) {
  return (
    <EmptyState
      title={words ? `Personne ne s’appelle «\u00a0${words}\u00a0» ici` : 'Personne ici pour le moment'}
      level={3}
    >
      <p className="soft">
        {words ? 'Vérifiez l’orthographe, ou revenez à l’affiche complète.' : 'Revenez à l’affiche complète.'}
      </p>
      {words && <Button onClick={onClear}>Effacer la recherche</Button>}
    </EmptyState>
  );
}
