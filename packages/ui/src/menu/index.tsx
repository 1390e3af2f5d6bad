import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ComponentProps, KeyboardEvent, ReactNode, RefObject } from 'react';
import Check from 'lucide-react/icons/check';
import { Anchor } from '../anchor/index.tsx';
import type { AnchorProps } from '../anchor/index.tsx';
import { Key } from '../key/index.tsx';
import styles from './menu.module.css';

export interface MenuProps {
  /** Accessible name. */
  label: string;
  id: string;
  /** Button that opens the menu, and gets the focus back. */
  opener: RefObject<HTMLElement | null>;
  /** Item that gets the focus first. */
  start?: 'first' | 'last';
  /** Content above the items, such as the account's name. */
  head?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

/** Returns the index of the item that a key moves to; undefined for other keys. */
const nextIndex = (key: string, index: number, items: readonly HTMLElement[]): number | undefined => {
  const { length } = items;
  if (key === 'ArrowDown' || key === 'ArrowRight') return (index + 1) % length;
  if (key === 'ArrowUp' || key === 'ArrowLeft') return (index - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key.length !== 1 || key === ' ') return undefined;
  const letter = key.toLocaleLowerCase('fr');
  const isNamed = (item: HTMLElement) => item.textContent.trim().toLocaleLowerCase('fr').startsWith(letter);
  const later = items.findIndex((item, place) => place > index && isNamed(item));
  return later >= 0 ? later : items.findIndex(isNamed);
};

/** Open menu below its button, by the ARIA Authoring Practices' menu button; closed by unmounting it. */
export function Menu({ label, id, opener, start = 'first', head, onClose, children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    itemsIn(panel.current)
      .at(start === 'first' ? 0 : -1)
      ?.focus({ preventScroll: true });
  }, [start]);
  useEffect(() => {
    const leave = ({ target }: Event) => {
      const isInside = target instanceof Node && [panel, opener].some(({ current }) => current?.contains(target));
      if (!isInside) close.current();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [opener]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape' || event.key === 'Tab') {
      // Tab continues from the button, as if the menu were closed.
      if (event.key === 'Escape') event.preventDefault();
      opener.current?.focus({ preventScroll: true });
      return onClose();
    }
    const items = itemsIn(panel.current);
    const index = nextIndex(event.key, items.indexOf(document.activeElement as HTMLElement), items);
    if (index === undefined) return;
    event.preventDefault();
    items[index]?.focus({ preventScroll: false });
  };
  return (
    <div className={styles.panel} ref={panel}>
      {head && <div className={styles.head}>{head}</div>}
      <div role="menu" tabIndex={-1} id={id} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </div>
    </div>
  );
}

interface ItemParts {
  icon: ReactNode;
  children: string;
}

interface MenuButtonProps extends ItemParts, Omit<ComponentProps<'button'>, 'children'> {
  /** Shortcut of the item, such as "Ctrl K"; shown where there is a keyboard. */
  keys?: string;
}

/** Action in a menu. */
export function MenuButton({ icon, children, keys, ...button }: MenuButtonProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={styles.item} {...button}>
      {icon}
      {children}
      {keys && <Key hint>{keys}</Key>}
    </button>
  );
}

interface MenuLinkProps extends ItemParts, Omit<AnchorProps, 'children' | 'onClick'> {
  /** Text at the end of the line, such as a number. */
  end?: ReactNode;
  onClick: () => void;
}

/** Link in a menu. */
export function MenuLink({ icon, children, end, onClick, ...link }: MenuLinkProps) {
  return (
    <Anchor role="menuitem" tabIndex={-1} className={styles.item} onClick={onClick} {...link}>
      {icon}
      {children}
      {end && <span className={styles.end}>{end}</span>}
    </Anchor>
  );
}

/** Line between the groups of a menu. */
export const MenuLine = () => <hr className={styles.line} />;

export interface MenuChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Choice among a few options in a row; the menu stays open. */
export function MenuChoice<Value extends string>({ label, options, value, onChange }: MenuChoiceProps<Value>) {
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          tabIndex={-1}
          className={styles.option}
          onClick={() => onChange(option.value)}
        >
          {option.value === value ? <Check /> : option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}
