import { Suspense, useSyncExternalStore } from 'react';
import { RetryButton } from 'ui/retry-button';
import { lazyPage } from 'web-kit/lazy-page';
import styles from './tonight.module.css';
import { useModelList } from './use-model-list.ts';

const TonightList = lazyPage(
  () => import('./tonight-list.tsx'),
  ({ onRetry }) => <RetryButton small onRetry={onRetry} />,
);

const never = () => () => undefined;
const inBrowser = () => true;
const onServer = () => false;

/**
 * "À l’affiche ce soir": models that are live tonight by their schedules, among the loaded ones. The server renders only the
 * reserved space: the content depends on the hour, and its code is loaded later.
 */
export function TonightSection() {
  const { models, isPending } = useModelList();
  const isMounted = useSyncExternalStore(never, inBrowser, onServer);
  if (!isPending && (!models || models.length === 0)) return null;
  return (
    <section className={`page ${styles.tonight}`} aria-labelledby="tonight-title">
      <h2 className="heading" id="tonight-title">
        À l’affiche ce soir
      </h2>
      <div className={styles.room}>
        {isMounted && models && (
          <Suspense fallback={null}>
            <TonightList models={models} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
