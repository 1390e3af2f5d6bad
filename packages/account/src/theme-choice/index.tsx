import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { ReactNode } from 'react';
import { MenuChoice } from 'ui/menu';
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from 'web-kit/theme';
import type { Theme } from 'web-kit/theme';

const ICONS: Readonly<Record<Theme, ReactNode>> = { light: <Sun />, dark: <Moon />, system: <Monitor /> };
const OPTIONS = THEMES.map((value) => ({ value, label: THEME_LABELS[value], icon: ICONS[value] }));

/** Choice of this device's theme, in an account menu. */
export function ThemeChoice() {
  return <MenuChoice label="Thème" options={OPTIONS} value={useTheme()} onChange={chooseTheme} />;
}
