import { ButtonLink } from 'ui/button';
import type { ButtonAppearance } from 'ui/button';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';

/** The way back that every page of the road has. */
export const HomeLink = (look: ButtonAppearance) => (
  <ButtonLink {...look} href={paths.home()} component={Link}>
    Retour à l’accueil
  </ButtonLink>
);
