import { FilterChips } from 'ui/filter-chips';
import { chooseTheme, THEME_LABELS, THEMES, useTheme } from 'web-kit/theme';

const CHIPS = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }));

/** The theme on this device. */
export const ThemeChoice = () => <FilterChips label="Thème" chips={CHIPS} value={useTheme()} onChange={chooseTheme} />;
