import BadgeCheck from 'lucide-react/icons/badge-check';
import styles from './verified.module.css';

/** The mark beside a name; as large as a third of it, within bounds. */
export function Verified({ label = 'Profil vérifié' }: { label?: string }) {
  return <BadgeCheck className={styles.verified} role="img" aria-label={label} />;
}
