import { TEXTS } from 'contracts/texts';
import { ButtonLink } from 'ui/button';
import { paths } from 'web-kit/paths';
import { Link, useParams } from 'web-kit/router';

export function PartnerPage() {
  const { slug = '' } = useParams();
  return (
    <main id="main" className="page section stack">
      <h1 className="title">{TEXTS.partnerAccess}</h1>
      <ButtonLink variant="primary" caps href={paths.homeFromAffiliate(slug)} component={Link}>{TEXTS.discoverContent}</ButtonLink>
    </main>
  );
}
