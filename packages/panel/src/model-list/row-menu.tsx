import type { ModelView } from 'contracts/models';
import { ofName } from 'contracts/texts';
import Archive from 'lucide-react/icons/archive';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import Globe from 'lucide-react/icons/globe';
import QrCode from 'lucide-react/icons/qr-code';
import Trash2 from 'lucide-react/icons/trash-2';
import { IconButton } from 'ui/icon-button';
import { Menu, MenuButton, MenuLine, MenuLink } from 'ui/menu';
import { paths } from 'web-kit/paths';
import { useMenu } from '../use-menu.ts';
import { stateOf } from './filter-and-sort.ts';
import type { CardActions } from './model-card.tsx';
import styles from './model-table.module.css';

/** Menu with the actions on a row besides editing. */
export function RowMenu({ model, actions }: { model: ModelView; actions: CardActions }) {
  const { name, slug } = model;
  const { button, menu, close, choose } = useMenu();
  const isPublished = stateOf(model) === 'published';
  return (
    <span className={styles.menu}>
      <IconButton label={`Plus d’actions pour ${name}`} {...button}>
        <Ellipsis />
      </IconButton>
      {menu && (
        <Menu label={`Actions pour ${name}`} {...menu}>
          {isPublished ? (
            <MenuLink
              icon={<ExternalLink />}
              href={paths.model(slug)}
              target="_blank"
              aria-label={`Voir ${name}, nouvel onglet`}
              onClick={close}
            >
              Voir la page
            </MenuLink>
          ) : (
            <MenuLink
              icon={<Eye />}
              href={actions.previewOf(slug)}
              target="_blank"
              aria-label={`Prévisualiser ${name}, nouvel onglet`}
              onClick={close}
            >
              Prévisualiser
            </MenuLink>
          )}
          <MenuButton
            icon={<QrCode />}
            aria-label={`Liens et QR code ${ofName(name)}`}
            onClick={() => choose(() => actions.share(model))}
          >
            Liens et QR code
          </MenuButton>
          {isPublished ? (
            <MenuButton
              icon={<Archive />}
              aria-label={`Archiver ${name}`}
              onClick={() => choose(() => actions.change(model, { state: 'archived' }))}
            >
              Archiver
            </MenuButton>
          ) : (
            <MenuButton
              icon={<Globe />}
              aria-label={`Publier ${name}`}
              onClick={() => choose(() => actions.change(model, { state: 'published' }))}
            >
              Publier
            </MenuButton>
          )}
          <MenuLine />
          <MenuButton
            icon={<Trash2 />}
            aria-label={`Supprimer ${name}`}
            onClick={() => choose(() => actions.remove(model))}
          >
            Supprimer
          </MenuButton>
        </Menu>
      )}
    </span>
  );
}
