import { useEffect, useRef, useSyncExternalStore } from 'react';
import { storage } from 'web-kit/storage';

/** A key with an action on the present screen. */
export interface Shortcut {
  /** Value of KeyboardEvent.key. */
  key: string;
  label: string;
  press: () => void;
}

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const replace = (next: readonly Shortcut[]) => {
  shortcuts = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the shortcuts of the mounted components. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    subscribe,
    () => shortcuts,
    () => shortcuts,
  );

/** Registers a shortcut while the component is mounted; the "?" sheet lists it by its label. */
export const useShortcut = (key: string, label: string, press: () => void): void => {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const shortcut: Shortcut = { key, label, press: () => latest.current() };
    replace([...shortcuts, shortcut]);
    return () => replace(shortcuts.filter((other) => other !== shortcut));
  }, [key, label]);
};

const OFF_KEY = 'panel_shortcuts_off';
const isOn = () => storage.get(OFF_KEY) === null;
/** Whether single-key shortcuts are enabled; speech input users must be able to turn them off (WCAG 2.1.4). */
export const useShortcutsOn = (): boolean => useSyncExternalStore(storage.subscribe, isOn, isOn);
/** Enables or disables single-key shortcuts in this browser. */
export const setShortcutsEnabled = (on: boolean): void => (on ? storage.remove(OFF_KEY) : storage.set(OFF_KEY, 'true'));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** Returns the shortcut of a key press; none inside a field or a dialog, or with a modifier key. */
export const shortcutOf = (event: KeyboardEvent): Shortcut | undefined => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.defaultPrevented ||
    isTyping(event.target) ||
    document.querySelector('dialog[open]')
  )
    return undefined;
  return shortcuts.find(({ key }) => key === event.key);
};
