import { THEME_COLOURS } from 'web-kit/theme';
import { STORAGE_KEYS } from 'web-kit/storage';
import { sourceOf } from './stylesheet.ts';

/**
 * Sets the theme chosen on this device before the first paint: an inline script of every page, allowed by its hash in the policy
 * (docs/decisions/0070-theme-of-a-device.md). Later changes are applied by `applyTheme` of web-kit.
 */
const text = `try{let t=localStorage.getItem(${JSON.stringify(STORAGE_KEYS.theme)}),c=${JSON.stringify(THEME_COLOURS)};if(Object.hasOwn(c,t)){document.documentElement.dataset.theme=t;for(let m of document.querySelectorAll("meta[name=theme-color]"))m.content=c[t]}}catch{}`;

export const THEME_SCRIPT = { text, source: sourceOf(text) };
