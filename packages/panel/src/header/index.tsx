import LogOut from 'lucide-react/icons/log-out';
import { Button } from 'ui/button';
import { Wordmark } from 'ui/wordmark';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import { Shortcuts } from '../shortcuts/index.tsx';
import styles from './header.module.css';
import { sectionSearch } from './use-section.ts';
import type { PanelSection } from './use-section.ts';

export { useSection } from './use-section.ts';

interface PanelHeaderProps {
  onLogOut?: () => void;
  /** The panel's pages; a single one needs no navigation. */
  sections?: readonly PanelSection[];
  current?: string;
}

/** The header of a panel: the way home and, once in, its pages and the way out. */
export function PanelHeader({ onLogOut, sections = [], current }: PanelHeaderProps) {
  const { siteTitle } = useInitialData();
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <Wordmark href={paths.home()} component={Link}>
          {siteTitle}
        </Wordmark>
        {sections.length > 1 && (
          <nav className={styles.sections} aria-label="Sections du panneau">
            {sections.map(({ id, label }) => (
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
            <Shortcuts />
            <Button variant="ghost" data-leaves onClick={onLogOut}>
              <LogOut />
              Déconnexion
            </Button>
          </div>
        )}
      </div>
    </header>
  );
}
