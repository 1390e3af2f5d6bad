import { ThemeChoice } from 'account/theme-choice';
import Keyboard from 'lucide-react/icons/keyboard';
import Search from 'lucide-react/icons/search';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { Menu, MenuButton, MenuLine, MenuLink } from 'ui/menu';
import { AvatarButton } from 'ui/site-header';
import { Link } from 'web-kit/router';
import { SHEET_KEY, useShortcuts } from '../shortcuts/index.tsx';
import { useMenu } from '../use-menu.ts';
import styles from './account-menu.module.css';

/** Whether to list key shortcuts: only where the device has more than a touch screen. */
const hasKeyboard = () => !window.matchMedia('(hover: none)').matches;

/** Returns the initials of the first and the last word, or the first two letters of a single word. */
const initialsOf = (name: string): string => {
  const words = name.match(/\p{L}+/gu) ?? [];
  const letters = words.length > 1 ? [words[0], words.at(-1)].map((word) => word?.[0]) : [words[0]?.slice(0, 2)];
  return letters.join('').toLocaleUpperCase('fr');
};

interface AccountMenuProps {
  /** Slug of the panel's affiliate; null in the administrator's panel. */
  slug: string | null;
  /** Name of the panel's affiliate, once known. */
  name?: string | undefined;
  /** Address of the section with password and devices. */
  security: string;
  /** Opens the command palette. */
  onFind: () => void;
}

/** Menu of the panel's user: name, security page, key shortcuts and the theme of this device. */
export function AccountMenu({ slug, name, security, onFind }: AccountMenuProps) {
  const { button, menu, close, choose } = useMenu();
  const sheet = useShortcuts().find(({ key }) => key === SHEET_KEY);
  return (
    <span className={styles.account}>
      <AvatarButton
        {...button}
        initials={initialsOf(name ?? slug ?? 'ad')}
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
          <ThemeChoice />
        </Menu>
      )}
    </span>
  );
}
