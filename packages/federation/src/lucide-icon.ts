import { createElement } from 'react';
import type { ComponentProps } from 'react';

/** The part of an icon's data in lucide that is drawn. */
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
 * Replaces lucide's function of this name, which shell and micro-frontends would each bring with 2 kB of options that nothing
 * uses: sizes and weights are set by the styles.
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
