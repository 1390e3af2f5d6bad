import type { ModelView } from 'contracts/models';
import { seeProfileOf, TEXTS } from 'contracts/texts';
import { Suspense, useEffect, useRef } from 'react';
import type { CSSProperties, ReactElement } from 'react';
import { EmptyState } from 'ui/empty-state';
import { FilterChips } from 'ui/filter-chips';
import { ModelCard, ModelCardSkeleton } from 'ui/model-card';
import { ModelWall } from 'ui/model-wall';
import { RetryButton } from 'ui/retry-button';
import { SearchField } from 'ui/search-field';
import { Loading } from 'ui/skeleton';
import { TextButton } from 'ui/text-link';
import { ViewSwitch } from 'ui/view-switch';
import { formatNumber, plural } from 'web-kit/formats';
import { lazyPage } from 'web-kit/lazy-page';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { coverOf, statsOf } from './model-display.ts';
import styles from './models.module.css';
import { useCompactWall, useDiscovery } from './use-discovery.ts';
import { useIncrementalWall } from './use-incremental-wall.ts';
import { useModelList } from './use-model-list.ts';
import type { ModelList, PagedModels } from './use-model-list.ts';
import type { WallFilter } from './api/list-models.ts';

/** Loaded for searches without a result only. */
const NoResults = lazyPage(
  () => import('./no-results.tsx'),
  ({ onRetry }) => <RetryButton onRetry={onRetry} />,
);

/** Anchor that registrations without a model link to. */
export const MODELS_ANCHOR = 'modeles';

const FIRST_SKELETONS = 8;
const MORE_SKELETONS = 2;
/**
 * Returns the `sizes` of a card. The wall repeats in groups of eight: the first card is large, the last three are wider than those
 * between.
 */
const sizesOf = (index: number, isCompact: boolean): string => {
  const place = index % 8;
  const wide = place === 0 ? '43rem' : place > 4 ? '29rem' : '22rem';
  return `(min-width: 64rem) ${wide}, (min-width: 40rem) ${place === 0 ? '100vw' : '50vw'}, ${isCompact && index > 0 ? '50vw' : '100vw'}`;
};

const CHIPS = [
  { value: 'all', label: 'Tous' },
  { value: 'live', label: 'En live', live: true },
  { value: 'new', label: 'Nouveaux' },
  { value: 'popular', label: 'Populaires' },
  { value: 'verified', label: 'Vérifiés' },
] as const;

/** Counts the models for each filter; leaves out counts that only the server knows while a long list is partly loaded. */
const countsOf = ({ models = [], isWhole, total, live }: ModelList): Partial<Record<WallFilter, number>> => {
  const countMatching = (isFound: (model: ModelView) => boolean | undefined) => models.filter(isFound).length;
  return {
    all: total,
    ...(live !== null && { live }),
    ...(isWhole && {
      new: countMatching(({ is_new }) => is_new),
      popular: countMatching(({ likes_count }) => likes_count > 0),
      verified: countMatching(({ is_verified }) => is_verified),
    }),
  };
};

/** Wall of all models, live ones first, or of those that match a search and a filter. */
export function ModelWallSection() {
  const list = useModelList();
  const { models, total, live } = list;
  const discovery = useDiscovery();
  const [isCompact, setCompact] = useCompactWall();
  const { isActive, found, words } = discovery;
  const section = useRef<HTMLElement>(null);
  const clear = () => {
    // The button, which has the focus, disappears.
    section.current?.focus({ preventScroll: true });
    discovery.clear();
  };
  const totalText = `${plural(total, 'modèle')}${live !== null && live > 0 ? `, ${formatNumber(live)} en live` : ''}`;
  const count = models?.length ?? FIRST_SKELETONS;
  const counts = countsOf(list);
  const chips = CHIPS.map((chip) => {
    const count = counts[chip.value];
    return { ...chip, count: count === undefined ? undefined : formatNumber(count) };
  });
  return (
    <section
      className="page section"
      id={MODELS_ANCHOR}
      ref={section}
      tabIndex={-1}
      aria-labelledby="models-title"
      style={{ '--cards': isCompact ? 1 + count * 0.2 : count } as CSSProperties}
    >
      <div className="section-head">
        <h2 className="title" id="models-title">
          {words ? `Recherche «\u00a0${words}\u00a0»` : 'Les modèles'}
        </h2>
        {total > 0 && (
          <p className="soft">
            <span role="status">
              {!isActive ? totalText : found.models && `${plural(found.total, 'modèle')} sur ${formatNumber(total)}.`}
            </span>{' '}
            {isActive && <TextButton onClick={clear}>Tout afficher</TextButton>}
          </p>
        )}
      </div>
      {total > 0 && (
        <div className={styles.discover} role="search">
          <SearchField
            label="Chercher par nom"
            maxLength={100}
            value={discovery.typed}
            onChange={(event) => discovery.setTyped(event.target.value)}
          />
          <FilterChips label="Filtrer" chips={chips} value={discovery.filter} onChange={discovery.setFilter} />
          <div className={styles.view}>
            <ViewSwitch label="Présentation" compact={isCompact} onChange={setCompact} />
          </div>
        </div>
      )}
      {isActive ? (
        <SearchResults discovery={discovery} onClear={clear} isCompact={isCompact} />
      ) : (
        <PagedWall list={list} isCompact={isCompact} />
      )}
    </section>
  );
}

function PagedWall({ list, isCompact }: { list: PagedModels; isCompact: boolean }) {
  const { models } = list;
  return (
    <>
      {models ? (
        <Wall models={models} list={list} isCompact={isCompact} />
      ) : list.isPending ? (
        <WallSkeleton count={FIRST_SKELETONS} />
      ) : (
        <WallFailure title="Impossible d’afficher les modèles" list={list} />
      )}
      {models &&
        !list.isWhole &&
        (list.isFetching ? (
          <WallSkeleton count={MORE_SKELETONS} />
        ) : (
          list.isError && <WallFailure title="Impossible d’afficher la suite" list={list} />
        ))}
    </>
  );
}

interface SearchResultsProps {
  discovery: ReturnType<typeof useDiscovery>;
  onClear: () => void;
  isCompact: boolean;
}

function SearchResults({ discovery: { words, found }, onClear, isCompact }: SearchResultsProps) {
  if (found.models?.length === 0)
    return (
      <Suspense fallback={null}>
        <NoResults words={words} onClear={onClear} />
      </Suspense>
    );
  return <PagedWall list={found} isCompact={isCompact} />;
}

interface WallProps {
  models: readonly ModelView[];
  list: PagedModels;
  isCompact: boolean;
}

function Wall({ models, list, isCompact }: WallProps) {
  const { total, hasMore, isFetching, isError, fetchMore } = list;
  const { shown, endRef } = useIncrementalWall(models.length);
  const isMoreWanted = hasMore && !isFetching && !isError && shown >= models.length;
  useEffect(() => {
    if (isMoreWanted) fetchMore();
  }, [isMoreWanted, fetchMore]);
  if (models.length === 0) return <EmptyState title={TEXTS.noModels} level={3} />;
  const rest = models.slice(shown);
  return (
    <>
      <ModelWall compact={isCompact} whole={shown >= total && models.length >= total}>
        {cardsOf(models.slice(0, shown), isCompact)}
      </ModelWall>
      {total > shown && (
        <div ref={endRef}>
          <noscript>
            <ul>
              {rest.map(({ slug, name }) => (
                <li key={slug}>
                  <a href={paths.model(slug)}>{name}</a>
                </li>
              ))}
            </ul>
          </noscript>
        </div>
      )}
    </>
  );
}

/** Renders the cards as an array, since the wall counts its children. */
const cardsOf = (models: readonly ModelView[], isCompact: boolean): ReactElement[] => {
  // The badge is shown only if it distinguishes some models.
  const isNewMarked = models.some(({ is_new }) => !is_new);
  return models.map((model, index) => (
    <ModelCard
      key={model.slug}
      name={model.name}
      label={seeProfileOf(model.name)}
      age={model.age}
      bio={model.bio}
      picture={coverOf(model, sizesOf(index, isCompact))}
      live={model.is_live}
      isNew={isNewMarked && model.is_new}
      verified={model.is_verified}
      stats={statsOf(model)}
      href={paths.model(model.slug)}
      component={Link}
    />
  ));
};

function WallFailure({
  title,
  list: { isFetching, refetch },
}: {
  title: string;
  list: Pick<PagedModels, 'isFetching' | 'refetch'>;
}) {
  return (
    <div role="alert">
      <EmptyState title={title} level={3}>
        <p className="soft">Vérifiez votre connexion, puis réessayez.</p>
        <RetryButton variant="primary" busy={isFetching} onRetry={refetch} />
      </EmptyState>
    </div>
  );
}

function WallSkeleton({ count }: { count: number }) {
  return (
    <Loading>
      <ModelWall>
        {Array.from({ length: count }, (_, index) => (
          <ModelCardSkeleton key={index} />
        ))}
      </ModelWall>
    </Loading>
  );
}
