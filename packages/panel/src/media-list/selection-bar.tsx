import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleUser from 'lucide-react/icons/circle-user';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ImageIcon from 'lucide-react/icons/image';
import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { Button } from 'ui/button';
import { Checkbox } from 'ui/checkbox';
import { IconButton } from 'ui/icon-button';
import { Menu, MenuButton, MenuLine } from 'ui/menu';
import { useMenu } from '../use-menu.ts';
import { SelectionLikes } from './likes-field.tsx';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** Name of the list, such as "Photos". */
  label: string;
  count: number;
  selected: number;
  /** Text such as "3 sélectionnées". */
  selectedText: string;
  /** Filenames of the selected items, joined. */
  selection: string;
  onAll: (isOn: boolean) => void;
  onLock: (isLocked: boolean) => void;
  onLikes: (likes: number | null) => void;
  /** Opens the dialog for the date of publication. */
  onSchedule: () => void;
  /** Makes the one selected photo the avatar or the cover; null where that is impossible. */
  onPicture: ((kind: 'avatar' | 'cover') => void) | null;
  onDelete: () => void;
}

/**
 * Checkbox that selects a whole list, and bar with the actions on the selected items, at the bottom of the list so that a selection
 * moves nothing.
 */
export function SelectionBar({
  label,
  count,
  selected,
  selectedText,
  selection,
  onAll,
  onLock,
  onLikes,
  onSchedule,
  onPicture,
  onDelete,
}: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null);
  const { button, menu, choose } = useMenu();
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < count;
  }, [selected, count]);
  return (
    <div className={styles.group} role="group" aria-label={`Sélection\u00a0: ${label}`}>
      <div className={styles.all}>
        <Checkbox
          ref={box}
          label="Tout sélectionner"
          checked={selected === count}
          onChange={() => onAll(selected < count)}
        />
      </div>
      {selected > 0 && (
        <div className={styles.bar}>
          <span className={styles.count} role="status">
            {selectedText}
          </span>
          <div className={styles.actions}>
            <Button small onClick={() => onLock(true)}>
              <Lock />
              Verrouiller
            </Button>
            <Button small onClick={() => onLock(false)}>
              <LockOpen />
              Déverrouiller
            </Button>
            <Button small onClick={onSchedule}>
              <CalendarClock />
              Programmer
            </Button>
            <SelectionLikes selection={selection} onChange={onLikes} />
          </div>
          <div className={styles.end}>
            <IconButton label="Plus d’actions pour la sélection" {...button}>
              <Ellipsis />
            </IconButton>
            {menu && (
              <Menu label="Actions pour la sélection" {...menu}>
                {onPicture && (
                  <>
                    <MenuButton icon={<ImageIcon />} onClick={() => choose(() => onPicture('cover'))}>
                      Définir comme couverture
                    </MenuButton>
                    <MenuButton icon={<CircleUser />} onClick={() => choose(() => onPicture('avatar'))}>
                      Définir comme avatar
                    </MenuButton>
                    <MenuLine />
                  </>
                )}
                <MenuButton icon={<Trash2 />} onClick={() => choose(onDelete)}>
                  Supprimer
                </MenuButton>
              </Menu>
            )}
            <IconButton label="Annuler la sélection" onClick={() => onAll(false)}>
              <X />
            </IconButton>
          </div>
        </div>
      )}
    </div>
  );
}
