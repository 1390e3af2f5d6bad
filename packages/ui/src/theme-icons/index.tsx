import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { ReactNode } from 'react';

/** Icons of the themes, for their choice. */
export const THEME_ICONS: Readonly<Record<'light' | 'dark' | 'system', ReactNode>> = {
  light: <Sun />,
  dark: <Moon />,
  system: <Monitor />,
};
