import Keyboard from 'lucide-react/icons/keyboard';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Menu, MenuButton, MenuChoice, MenuLine, MenuLink } from 'ui/menu';
import { AvatarButton } from 'ui/site-header';
import { THEME_ICONS } from 'ui/theme-icons';
import { Link } from 'web-kit/router';
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from 'web-kit/theme';
import { SHEET_KEY, useShortcuts } from '../shortcuts/index.tsx';
import { useMenu } from '../use-menu.ts';
import styles from './account-menu.module.css';

const THEME_OPTIONS = THEMES.map((value) => ({ value, label: THEME_LABELS[value], icon: THEME_ICONS[value] }));

/** Where there is only touch, keys lead nowhere. */
const hasKeyboard = () => !window.matchMedia('(hover: none)').matches;

interface AccountMenuProps {
  /** Whose panel it is; null: the administrator's. */
  slug: string | null;
  /** Address of the section with password and devices. */
  security: string;
  /** Opens the palette. */
  onFind: () => void;
}

/** Whose panel it is, its security, what its keys do, and the theme of this device. */
export function AccountMenu({ slug, security, onFind }: AccountMenuProps) {
  const { button, menu, close, choose } = useMenu();
  const sheet = useShortcuts().find(({ key }) => key === SHEET_KEY);
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
          <MenuLine />
          <MenuLink icon={<ShieldCheck />} href={security} component={Link} onClick={close}>
            Sécurité
          </MenuLink>
          <MenuButton icon={<Search />} keys="Ctrl K" onClick={() => choose(onFind)}>
            Aller à…
          </MenuButton>
          {sheet && hasKeyboard() && (
            <MenuButton icon={<Keyboard />} keys={SHEET_KEY} onClick={() => choose(sheet.press)}>
              Raccourcis clavier
            </MenuButton>
          )}
          <MenuLine />
          <MenuChoice label="Thème" options={THEME_OPTIONS} value={theme} onChange={chooseTheme} />
        </Menu>
      )}
    </span>
  );
}
