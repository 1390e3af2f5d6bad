import LogOut from 'lucide-react/icons/log-out';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { Wordmark } from 'ui/wordmark';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { AccountMenu } from '../account-menu/index.tsx';
import { Palette } from '../palette/index.tsx';
import type { PaletteProps } from '../palette/index.tsx';
import { Shortcuts } from '../shortcuts/index.tsx';
import styles from './header.module.css';
import { sectionSearch } from '../sections/index.tsx';
import type { PanelSection } from '../sections/index.tsx';

interface PanelHeaderProps {
  onLogOut?: () => void;
  /** The panel's pages; a single one needs no navigation. */
  sections?: readonly PanelSection[];
  current?: string;
  /** Sources of the command palette besides the sections. */
  palette?: Omit<PaletteProps, 'sections' | 'isOpen' | 'onToggle'>;
  /** Name of the panel's affiliate, once known. */
  ownerName?: string | undefined;
}

/** Header of a panel: the link home and, after the login, its pages and the logout. */
export function PanelHeader({ onLogOut, sections = [], current, palette, ownerName }: PanelHeaderProps) {
  const { siteTitle } = useInitialData();
  const [isFinding, setFinding] = useState(false);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    // The row may be wider than a phone; only the row is scrolled.
    if (nav.current && link)
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <Wordmark href={paths.home()} component={Link}>
          {siteTitle}
        </Wordmark>
        {sections.length > 1 && (
          <nav ref={nav} className={styles.sections} aria-label="Sections du panneau">
            {sections
              .filter(({ isInMenu }) => !isInMenu)
              .map(({ id, label }) => (
                <Link
                  key={id}
                  to={{ search: sectionSearch(sections, id) }}
                  aria-current={id === current ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
          </nav>
        )}
        {onLogOut && (
          <div className={styles.actions}>
            {palette && <Palette {...palette} sections={sections} isOpen={isFinding} onToggle={setFinding} />}
            <Shortcuts />
            <Button variant="ghost" className={styles.logout} data-leaves onClick={onLogOut}>
              <LogOut />
              <span>Déconnexion</span>
            </Button>
            {palette && (
              <AccountMenu
                slug={palette.owner.slug}
                name={ownerName}
                security={sectionSearch(sections, 'securite')}
                onFind={() => setFinding(true)}
              />
            )}
          </div>
        )}
      </div>
    </header>
  );
}
