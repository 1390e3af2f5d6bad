import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'ui/button';
import { Dialog } from 'ui/dialog';
import styles from './filter-sheet.module.css';

const PHONE = '(max-width: 47.99rem)';
const subscribe = (onChange: () => void) => {
  const query = window.matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const isPhone = () => window.matchMedia(PHONE).matches;

interface FilterSheetProps {
  /** Number of filters that narrow the list. */
  active: number;
  /** The filters, applied as soon as they change. */
  children: ReactNode;
}

/** Filters in a row; on a phone a button that opens them as a sheet. */
export function FilterSheet({ active, children }: FilterSheetProps) {
  const isSheet = useSyncExternalStore(subscribe, isPhone, () => false);
  const [isOpen, setIsOpen] = useState(false);
  if (!isSheet) return children;
  const close = () => setIsOpen(false);
  return (
    <>
      <Button wide aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <SlidersHorizontal />
        {active > 0 ? `Filtres (${active})` : 'Filtres'}
      </Button>
      {isOpen && (
        <Dialog open onClose={close} title="Filtres" titleStyle="heading">
          <div className={styles.filters}>{children}</div>
          <Button wide variant="primary" onClick={close}>
            Afficher
          </Button>
        </Dialog>
      )}
    </>
  );
}
