import { TEXTS } from 'contracts/texts';
import { ButtonLink } from 'ui/button';
import { paths } from 'web-kit/paths';
import { Link, useParams } from 'web-kit/router';

export function LivePage() {
  const { modelSlug = '' } = useParams();
  return (
    <main id="main" className="page section stack">
      <ButtonLink variant="primary" href={paths.model(modelSlug)} component={Link}>{TEXTS.registerOrLogin}</ButtonLink>
    </main>
  );
}
