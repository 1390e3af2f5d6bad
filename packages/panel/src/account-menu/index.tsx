import ShieldCheck from 'lucide-react/icons/shield-check';
import { Menu, MenuChoice, MenuLine, MenuLink } from 'ui/menu';
import { AvatarButton } from 'ui/site-header';
import { THEME_ICONS } from 'ui/theme-icons';
import { Link } from 'web-kit/router';
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from 'web-kit/theme';
import { useMenu } from '../use-menu.ts';
import styles from './account-menu.module.css';

const THEME_OPTIONS = THEMES.map((value) => ({ value, label: THEME_LABELS[value], icon: THEME_ICONS[value] }));

interface AccountMenuProps {
  /** Whose panel it is; null: the administrator's. */
  slug: string | null;
  /** Address of the section with password and devices. */
  security: string;
}

/** Whose panel it is, its security, and the theme of this device. */
export function AccountMenu({ slug, security }: AccountMenuProps) {
  const { button, menu, close } = useMenu();
  const theme = useTheme();
  return (
    <span className={styles.account}>
      <AvatarButton
        {...button}
        initials={(slug ?? 'ad')
          .replace(/[^a-z]/g, '')
          .slice(0, 2)
          .toLocaleUpperCase('fr')}
        label={slug === null ? 'compte de l’administration' : `compte de @${slug}`}
      />
      {menu && (
        <Menu
          {...menu}
          label="Compte"
          head={
            <>
              <b>{slug === null ? 'Administration' : `@${slug}`}</b>
              <span className="small soft">{slug === null ? 'Administrateur principal' : 'Affilié'}</span>
            </>
          }
        >
          <MenuLink icon={<ShieldCheck />} href={security} component={Link} onClick={close}>
            Sécurité
          </MenuLink>
          <MenuLine />
          <MenuChoice label="Thème" options={THEME_OPTIONS} value={theme} onChange={chooseTheme} />
        </Menu>
      )}
    </span>
  );
}
