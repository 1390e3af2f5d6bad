import LogOut from 'lucide-react/icons/log-out';
import { Button } from 'ui/button';
import { Wordmark } from 'ui/wordmark';
import { useInitialData } from 'web-kit/initial-data';
import { paths } from 'web-kit/paths';
import { Link } from 'web-kit/router';
import styles from './header.module.css';

/** The header of a panel: the way home and, once in, the way out. */
export function PanelHeader({ onLogOut }: { onLogOut?: () => void }) {
  const { siteTitle } = useInitialData();
  return (
    <header className={styles.header}>
      <div className={`page ${styles.bar}`}>
        <Wordmark href={paths.home()} component={Link}>{siteTitle}</Wordmark>
        {onLogOut && <Button variant="ghost" onClick={onLogOut}><LogOut />Déconnexion</Button>}
      </div>
    </header>
  );
}
