import { THEME_COLOURS } from 'web-kit/theme';
import { STORAGE_KEYS } from 'web-kit/storage';
import { sourceOf } from './stylesheet.ts';

/**
 * Sets the theme that was chosen on this device before anything is painted: an inline script of every page, which its policy
 * names by the hash (docs/decisions/0070-theme-of-a-device.md). `applyTheme` of web-kit does the same from then on.
 */
const text = `try{let t=localStorage.getItem(${JSON.stringify(STORAGE_KEYS.theme)}),c=${JSON.stringify(THEME_COLOURS)};if(Object.hasOwn(c,t)){document.documentElement.dataset.theme=t;for(let m of document.querySelectorAll("meta[name=theme-color]"))m.content=c[t]}}catch{}`;

export const THEME_SCRIPT = { text, source: sourceOf(text) };
