import type { ModelView } from 'contracts/models';
import { seeProfileOf } from 'contracts/texts';
import { useEffect, useRef, useState } from 'react';
import { ModelCard, ModelCardSkeleton } from 'ui/model-card';
import { Loading } from 'ui/skeleton';
import { TextLink } from 'ui/text-link';
import { liveFirst } from 'web-kit/first-models';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { useFirstPage } from './api/list-models.ts';
import { coverOf, statsOf } from './model-display.ts';
import styles from './models.module.css';

const SHOWN_MODELS = 4;
const SIZES = '(min-width: 64rem) 20rem, 50vw';
/** Distance from the screen at which the models are fetched. */
const MARGIN = '400px';

/** Orders the other models: live ones first, then those that follow this one on the wall. */
const othersOf = (models: readonly ModelView[], slug: string): ModelView[] => {
  const place = models.findIndex((model) => model.slug === slug);
  return liveFirst([...models.slice(place + 1), ...models.slice(0, Math.max(place, 0))]).slice(0, SHOWN_MODELS);
};

/** "À découvrir aussi": a few other models at the end of a page, fetched when the visitor scrolls near them. */
export function OtherModels({ slug }: { slug: string }) {
  const sectionRef = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  const { data, isError } = useFirstPage(isNear);
  useEffect(() => {
    const section = sectionRef.current;
    if (!section) return;
    if (typeof IntersectionObserver === 'undefined') {
      const timer = setTimeout(() => setNear(true), 0);
      return () => clearTimeout(timer);
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(section);
    return () => observer.disconnect();
  }, []);
  // Cached models are ignored until then: the first rendering must equal the server's, which has none.
  const others = isNear && data ? othersOf(data.items, slug) : undefined;
  if (others?.length === 0 || (!data && isError)) return null;
  return (
    <section ref={sectionRef} className={`page section ${styles.others}`} aria-labelledby="others-title">
      <div className="section-head">
        <h2 className="title" id="others-title">
          À découvrir aussi
        </h2>
        <TextLink href={paths.home()} component={Link} arrow>
          Toute l’affiche
        </TextLink>
      </div>
      {others ? (
        <div className={styles.row} data-compact="">
          {others.map((model) => (
            <ModelCard
              key={model.slug}
              name={model.name}
              label={seeProfileOf(model.name)}
              age={model.age}
              bio={model.bio}
              picture={coverOf(model, SIZES)}
              live={model.is_live}
              verified={model.is_verified}
              stats={statsOf(model)}
              href={paths.model(model.slug)}
              component={Link}
            />
          ))}
        </div>
      ) : (
        <Loading>
          <div className={styles.row} data-compact="">
            {Array.from({ length: SHOWN_MODELS }, (_, index) => (
              <ModelCardSkeleton key={index} />
            ))}
          </div>
        </Loading>
      )}
    </section>
  );
}
