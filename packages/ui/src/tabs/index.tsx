import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  value: string;
  label: string;
  /** Formatted; read as part of the tab's name. */
  count?: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: Tab[];
  value?: string;
  onChange?: (value: string) => void;
}

/** Returns the index of the tab that a key moves to among `count` tabs; null for other keys. */
const nextIndex = (key: string, from: number, count: number): number | null => {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count;
    case 'ArrowLeft':
      return (from + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/** Tabs by the WAI-ARIA pattern with automatic activation; the first one is open by default. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(tabs[0]?.value);
  const open = value ?? chosen;

  const choose = (tab: string) => {
    if (tab === open) return;
    setChosen(tab);
    onChange?.(tab);
  };
  const move = (event: KeyboardEvent, from: number) => {
    const next = nextIndex(event.key, from, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
    choose(tab.value);
  };

  return (
    <div>
      <div ref={list} role="tablist" className={styles.tabs} aria-label={label}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}tab-${tab.value}`}
            aria-controls={`${id}panel-${tab.value}`}
            aria-selected={tab.value === open}
            tabIndex={tab.value === open ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(tab.value)}
            onKeyDown={(event) => move(event, index)}
          >
            {tab.label} {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}panel-${tab.value}`}
          aria-labelledby={`${id}tab-${tab.value}`}
          tabIndex={0}
          hidden={tab.value !== open}
          className={styles.panel}
        >
          {tab.value === open && tab.content}
        </div>
      ))}
    </div>
  );
}
