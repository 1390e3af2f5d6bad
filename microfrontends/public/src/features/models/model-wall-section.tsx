import type { ModelView } from 'contracts/models';
import { TEXTS } from 'contracts/texts';
import { Blank } from 'ui/blank';
import { Button } from 'ui/button';
import { ModelCard, ModelCardSkeleton } from 'ui/model-card';
import { ModelWall } from 'ui/model-wall';
import { Loading } from 'ui/skeleton';
import { plural } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { useModels } from './api/list-models.ts';
import { coverOf } from './model-pictures.ts';
import { statsOf } from './model-stats.ts';
import { useGrowth } from './use-growth.ts';

/** Where a registration without a model leads. */
export const MODELS_ANCHOR = 'modeles';

const SKELETONS = 8;
/** The wall stands in eights: the first is large, the last three are wider than those between. */
const sizesOf = (index: number): string => {
  const place = index % 8;
  const wide = place === 0 ? '43rem' : place > 4 ? '29rem' : '22rem';
  return `(min-width: 64rem) ${wide}, (min-width: 40rem) ${place === 0 ? '100vw' : '50vw'}, 100vw`;
};

/** All models, and what there is to say where there are none, or none could be had. */
export function ModelWallSection() {
  const { data: models, isPending, isFetching, refetch } = useModels();
  const live = models?.filter((model) => model.is_live).length ?? 0;
  return (
    <section className="page section" id={MODELS_ANCHOR} aria-labelledby="models-title">
      <div className="section-head">
        <h2 className="title" id="models-title">À l’affiche ce soir</h2>
        {models && models.length > 0 && <p className="soft">{plural(models.length, 'modèle')}{live > 0 && `, ${live} en live`}</p>}
      </div>
      {models ? <Wall models={models} /> : isPending ? <Waiting /> : (
        <div role="alert">
          <Blank title="Impossible d’afficher les modèles" level={3}>
            <p className="soft">Vérifiez votre connexion, puis réessayez.</p>
            <Button variant="primary" busy={isFetching} onClick={() => void refetch()}>Réessayer</Button>
          </Blank>
        </div>
      )}
    </section>
  );
}

function Wall({ models }: { models: readonly ModelView[] }) {
  const { shown, endRef } = useGrowth(models.length);
  if (models.length === 0) return <Blank title={TEXTS.noModels} level={3} />;
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
      {rest.length > 0 && (
        <div ref={endRef}>
          <noscript><ul>{rest.map(({ slug, name }) => <li key={slug}><a href={paths.model(slug)}>{name}</a></li>)}</ul></noscript>
        </div>
      )}
    </>
  );
}

function Waiting() {
  return <Loading><ModelWall>{Array.from({ length: SKELETONS }, (_, index) => <ModelCardSkeleton key={index} />)}</ModelWall></Loading>;
}
