import BadgeCheck from 'lucide-react/icons/badge-check';
import styles from './verified.module.css';

/** Badge of a verified name; its size follows the text's, within limits. */
export function Verified({ label = 'Profil vérifié' }: { label?: string }) {
  return <BadgeCheck className={styles.verified} role="img" aria-label={label} />;
}
