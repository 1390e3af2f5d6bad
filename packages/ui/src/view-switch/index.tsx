import Grid2x2 from 'lucide-react/icons/grid-2x2';
import Square from 'lucide-react/icons/square';
import type { ReactNode } from 'react';
import { IconButton } from '../icon-button/index.tsx';
import styles from './view-switch.module.css';

interface View {
  label: string;
  icon: ReactNode;
}

export interface ViewSwitchProps {
  label: string;
  compact: boolean;
  onChange: (compact: boolean) => void;
  /** Compact view, then the other one; by default two columns or one, on phones. */
  views?: readonly [View, View];
}

const COLUMNS = [
  { label: 'Deux colonnes', icon: <Grid2x2 /> },
  { label: 'Une colonne', icon: <Square /> },
] as const;

/** Choice between two views of the same list. */
export function ViewSwitch({ label, compact, onChange, views: [dense, wide] = COLUMNS }: ViewSwitchProps) {
  return (
    <div className={styles.view} role="group" aria-label={label}>
      <IconButton label={dense.label} aria-pressed={compact} onClick={() => onChange(true)}>
        {dense.icon}
      </IconButton>
      <IconButton label={wide.label} aria-pressed={!compact} onClick={() => onChange(false)}>
        {wide.icon}
      </IconButton>
    </div>
  );
}
