import { useEffect, useEffectEvent } from 'react';
import { RetryButton } from '../retry-button/index.tsx';
import { useToast } from '../toast/index.tsx';

const ADVICE = 'Vérifiez votre connexion, puis réessayez.';

/** Stands in for a part of a page whose code cannot be loaded. */
export function FailedPart({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="stack" role="alert">
      <p>{ADVICE}</p>
      <RetryButton small onRetry={onRetry} />
    </div>
  );
}

/** Stands in for a dialog whose code cannot be loaded: closes it with a toast. */
export function FailedDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const close = useEffectEvent(() => {
    toast({ title: 'Erreur', text: ADVICE, tone: 'error' });
    onClose();
  });
  useEffect(() => close(), []);
  return null;
}
