import { createElement } from 'react';
import type { ComponentProps } from 'react';

/** Part of lucide's icon data that is rendered. */
interface IconData {
  node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

const LOOK = {
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Replaces lucide's function of the same name, whose 2 kB of unused options shell and micro-frontends would each contain: sizes and
 * stroke widths come from the styles.
 */
export default function createLucideIcon({ node }: IconData) {
  return ({ className, ...props }: ComponentProps<'svg'>) =>
    createElement(
      'svg',
      {
        ...LOOK,
        'aria-hidden': 'aria-label' in props || 'role' in props ? undefined : true,
        ...props,
        className: className ? `lucide ${className}` : 'lucide',
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
