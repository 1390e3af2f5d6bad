import { TEXTS } from 'contracts/texts';
import { Spinner } from 'ui/spinner';
import { formatNumber } from 'web-kit/formats';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { useModels } from '../features/models/api/list-models.ts';

export function HomePage() {
  const { data: models, isPending } = useModels();
  return (
    <main id="main" className="page section">
      <h1 className="title">De l’autre côté du rideau</h1>
      {isPending && <Spinner large label="Chargement" />}
      {models?.length === 0 && <p className="heading">{TEXTS.noModels}</p>}
      <ul>
        {models?.map((model) => (
          <li key={model.slug}>
            <Link to={paths.model(model.slug)}>
              {model.name}, {formatNumber(model.age)}
            </Link>
          </li>
        ))}
      </ul>
    </main>
  );
}
