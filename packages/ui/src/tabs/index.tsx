import type { ReactNode } from 'react';
import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import styles from './tabs.module.css';

export interface Tab {
  value: string;
  label: string;
  /** Already formatted; read as part of the tab's name. */
  count?: ReactNode;
  content: ReactNode;
}

export interface TabsProps {
  /** What the tabs are about, for those who hear them. */
  label: string;
  tabs: Tab[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
}

/** Arrow keys move between tabs; the first one is open unless said otherwise. */
export function Tabs({ label, tabs, value, defaultValue = tabs[0]?.value, onChange }: TabsProps) {
  return (
    <Root value={value} defaultValue={value === undefined ? defaultValue : undefined} onValueChange={onChange}>
      <List className={styles.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label} {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => <Content key={tab.value} value={tab.value} className={styles.panel}>{tab.content}</Content>)}
    </Root>
  );
}
