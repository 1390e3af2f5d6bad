import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useModal } from '../dialog/use-modal.ts';
import { IconButton } from '../icon-button/index.tsx';
import { Key } from '../key/index.tsx';
import styles from './command-palette.module.css';

export interface PaletteOption {
  /** Unique in the palette. */
  id: string;
  icon: ReactNode;
  text: ReactNode;
  /** Content at the end of the line, such as a badge. */
  end?: ReactNode;
  onChoose: () => void;
}
export interface PaletteGroup {
  label: string;
  options: readonly PaletteOption[];
}

export interface CommandPaletteProps {
  /** Accessible name, such as "Chercher un modèle ou une rubrique". */
  label: string;
  /** Short form of the label that fits into the field on a phone. */
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onClose: () => void;
  groups: readonly PaletteGroup[];
  /** Status below the options, announced to screen readers, such as that there are none. */
  status?: ReactNode;
}

const STEPS: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(count - 1, at + 8),
  PageUp: (at) => Math.max(0, at - 8),
};

/**
 * Combobox whose options are in groups and start actions (WAI-ARIA authoring practices, combobox with a listbox popup). The focus
 * stays in the field; arrow keys choose, Enter runs, Escape closes.
 */
export function CommandPalette({ label, placeholder, value, onChange, onClose, groups, status }: CommandPaletteProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { dialogRef, handlers } = useModal({ onClose, closesOnBackdrop: true });
  const [activeId, setActiveId] = useState<string | null>(null);
  const filledGroups = groups.filter(({ options }) => options.length > 0);
  const options = filledGroups.flatMap((group) => group.options);
  const at = Math.max(
    0,
    options.findIndex((option) => option.id === activeId),
  );
  const current = options[at];
  const idOf = (option: PaletteOption) => `${id}-${option.id}`;

  useLayoutEffect(() => field.current?.focus(), []);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current?.id]);

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setActiveId(options[step(at, options.length)]?.id ?? null);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      current.onChoose();
    }
  };

  return (
    <dialog ref={dialogRef} className={styles.palette} aria-label={label} {...handlers}>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          ref={field}
          role="combobox"
          aria-label={label}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && idOf(current)}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            setActiveId(null);
            onChange(event.target.value);
          }}
          onKeyDown={press}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <IconButton label="Fermer" onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div ref={list} className={styles.list} id={`${id}-list`} role="listbox" aria-label="Résultats">
        {filledGroups.map((group, index) => (
          <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
            <div className={styles.group} id={`${id}-group-${index}`}>
              {group.label}
            </div>
            {group.options.map((option) => (
              // The keyboard reaches the options through the field.
              // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events
              <div
                key={option.id}
                id={idOf(option)}
                role="option"
                tabIndex={-1}
                aria-selected={option.id === current?.id}
                onPointerMove={() => setActiveId(option.id)}
                onClick={option.onChoose}
              >
                {option.icon}
                <span className={styles.text}>{option.text}</span>
                <span className={styles.end}>
                  {option.end}
                  {option.id === current?.id && <Key hint>↵</Key>}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={styles.status} role="status">
        {status}
      </p>
      <div className={styles.foot} aria-hidden="true">
        <span>
          <Key>↑</Key>
          <Key>↓</Key> choisir
        </span>
        <span>
          <Key>↵</Key> ouvrir
        </span>
        <span>
          <Key>Échap</Key> fermer
        </span>
      </div>
    </dialog>
  );
}
