import { TEXTS } from 'contracts/texts';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Plus from 'lucide-react/icons/plus';
import Table2 from 'lucide-react/icons/table-2';
import { Button } from 'ui/button';
import { ViewSwitch } from 'ui/view-switch';
import styles from './model-list.module.css';

const VIEWS = [
  { label: 'Tableau', icon: <Table2 /> },
  { label: 'Fiches', icon: <LayoutGrid /> },
] as const;

interface ListActionsProps {
  /** Whether the order of the wall is edited in place of the list; null: there is none to edit. */
  isOrdering: boolean | null;
  onOrdering: (isOrdering: boolean) => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  /** State of the button that creates a model: it floats while its list is in view; the bar of a selection takes its space. */
  creation: 'floating' | 'away' | 'in place';
  onCreate: () => void;
}

/** Buttons beside the title of a list of models. */
export function ListActions({ isOrdering, onOrdering, isTable, onTable, creation, onCreate }: ListActionsProps) {
  return (
    <div className="row">
      {isOrdering !== null && (
        <Button aria-pressed={isOrdering} onClick={() => onOrdering(!isOrdering)}>
          <ArrowUpDown />
          Ordre de l’affiche
        </Button>
      )}
      <ViewSwitch label="Présentation" compact={isTable} onChange={onTable} views={VIEWS} />
      <Button
        variant="primary"
        {...(creation === 'floating' && { className: styles.create, 'data-foot-bar': '' })}
        {...(creation === 'away' && { className: `${styles.create} ${styles.away}` })}
        onClick={onCreate}
      >
        <Plus />
        {TEXTS.newModel}
      </Button>
    </div>
  );
}
