import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_LABELS: Readonly<Record<Theme, string>> = { light: 'Clair', dark: 'Sombre', system: 'Système' };

/** Colours of the browser's toolbars, as in `--surface`. */
export const THEME_COLOURS = { dark: '#130d17', light: '#f7f0e6' } as const;

const chosenTheme = (): Theme => {
  const stored = storage.get(STORAGE_KEYS.theme);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

/** Applies the chosen theme to the page. At load an inline script of the page has already done so. */
const applyTheme = (): void => {
  const theme = chosenTheme();
  const page = document.documentElement;
  if (theme === 'system') delete page.dataset.theme;
  else page.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content =
      THEME_COLOURS[theme === 'system' ? (meta.getAttribute('media')?.includes('light') ? 'light' : 'dark') : theme];
};

/** Applies changes of the theme in this tab and in others. */
export const followTheme = (): (() => void) =>
  storage.subscribe((key) => {
    if (key === null || key === STORAGE_KEYS.theme) applyTheme();
  });

/** Stores the theme on this device. */
export const chooseTheme = (theme: Theme): void =>
  theme === 'system' ? storage.remove(STORAGE_KEYS.theme) : storage.set(STORAGE_KEYS.theme, theme);

const serverTheme = (): Theme => 'system';
/** Returns the chosen theme; "system" on the server and during hydration. */
export const useTheme = (): Theme => useSyncExternalStore(storage.subscribe, chosenTheme, serverTheme);
