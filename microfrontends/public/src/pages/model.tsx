import { TEXTS } from 'contracts/texts';
import { Spinner } from 'ui/spinner';
import { ButtonLink } from 'ui/button';
import { paths } from 'web-kit/paths';
import { Link, Navigate, useParams } from 'web-kit/router';
import { useModel } from '../features/models/api/get-model.ts';

export function ModelPage() {
  const { modelSlug = '' } = useParams();
  const { data: model, isPending, isError } = useModel(modelSlug);
  if (isPending) return <main id="main" className="page section"><Spinner large label="Chargement" /></main>;
  if (isError && !model) return <Navigate to={paths.home()} replace />;
  if (!model) {
    return (
      <main id="main" className="page section stack">
        <h1 className="heading">{TEXTS.modelNotFound}</h1>
        <ButtonLink href={paths.home()} component={Link}>Retour à l’accueil</ButtonLink>
      </main>
    );
  }
  return (
    <main id="main" className="page section">
      <h1 className="title">{model.name}, {model.age}</h1>
      <p className="lead">{model.bio}</p>
    </main>
  );
}
