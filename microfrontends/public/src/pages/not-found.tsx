import { TEXTS } from 'contracts/texts';
import { ButtonLink } from 'ui/button';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';

export function NotFoundPage() {
  return (
    <main id="main" className="page section stack">
      <h1 className="heading" lang="en">{TEXTS.notFoundPage}</h1>
      <ButtonLink href={paths.home()} component={Link}>Retour à l’accueil</ButtonLink>
    </main>
  );
}
