import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import type { CSSProperties } from 'react';
import { EmptyState } from 'ui/empty-state';
import { Button } from 'ui/button';
import { ModelCard, ModelCardSkeleton } from 'ui/model-card';
import { ModelWall } from 'ui/model-wall';
import { Loading } from 'ui/skeleton';
import { plural } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { coverOf } from './model-pictures.ts';
import { statsOf } from './model-stats.ts';
import { useIncrementalWall } from './use-incremental-wall.ts';
import { useModelList } from './use-model-list.ts';
import type { ModelList } from './use-model-list.ts';

/** Where a registration without a model leads. */
export const MODELS_ANCHOR = 'modeles';

const SKELETONS = 8;
/** Skeletons of the rest of a long list, on its way. */
const AWAITED = 2;
/** The wall stands in eights: the first is large, the last three are wider than those between. */
const sizesOf = (index: number): string => {
  const place = index % 8;
  const wide = place === 0 ? '43rem' : place > 4 ? '29rem' : '22rem';
  return `(min-width: 64rem) ${wide}, (min-width: 40rem) ${place === 0 ? '100vw' : '50vw'}, 100vw`;
};

/** All models, with an empty and an error state. */
export function ModelWallSection() {
  const list = useModelList();
  const { models, total, live } = list;
  return (
    <section
      className="page section"
      id={MODELS_ANCHOR}
      aria-labelledby="models-title"
      style={{ '--cards': models?.length ?? SKELETONS } as CSSProperties}
    >
      <div className="section-head">
        <h2 className="title" id="models-title">
          À l’affiche ce soir
        </h2>
        {total > 0 && (
          <p className="soft">
            {plural(total, 'modèle')}
            {live > 0 && `, ${live} en live`}
          </p>
        )}
      </div>
      {models ? (
        <Wall models={models} total={total} />
      ) : list.isPending ? (
        <QueryBoundary count={SKELETONS} />
      ) : (
        <Failed title="Impossible d’afficher les modèles" list={list} />
      )}
      {models &&
        !list.isWhole &&
        (list.isFetching ? (
          <QueryBoundary count={AWAITED} />
        ) : (
          list.isError && <Failed title="Impossible d’afficher la suite" list={list} />
        ))}
    </section>
  );
}

function Wall({ models, total }: { models: readonly ModelView[]; total: number }) {
  const { shown, endRef } = useIncrementalWall(models.length);
  if (models.length === 0) return <EmptyState title={TEXTS.noModels} level={3} />;
  const rest = models.slice(shown);
  return (
    <>
      <ModelWall>
        {models.slice(0, shown).map((model, index) => (
          <ModelCard
            key={model.slug}
            name={model.name}
            age={model.age}
            bio={model.bio}
            picture={coverOf(model, sizesOf(index))}
            live={model.is_live}
            verified={model.is_verified}
            stats={statsOf(model)}
            href={paths.model(model.slug)}
            component={Link}
          />
        ))}
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

function Failed({
  title,
  list: { isFetching, refetch },
}: {
  title: string;
  list: Pick<ModelList, 'isFetching' | 'refetch'>;
}) {
  return (
    <div role="alert">
      <EmptyState title={title} level={3}>
        <p className="soft">Vérifiez votre connexion, puis réessayez.</p>
        <Button variant="primary" busy={isFetching} onClick={refetch}>
          Réessayer
        </Button>
      </EmptyState>
    </div>
  );
}

function QueryBoundary({ count }: { count: number }) {
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
