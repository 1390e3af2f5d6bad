import type { AnchorHTMLAttributes, ComponentType } from 'react';

/** Component that renders a link inside the application, such as a router's Link: it takes `to` in place of `href`. */
export type LinkComponent = ComponentType<
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; state?: unknown }
>;

export interface LinkTarget {
  href: string;
  /** The router's Link, for a page of the application; a plain anchor otherwise. */
  component?: LinkComponent;
  /** State of the history entry, for a `component`. */
  state?: unknown;
}

export type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & LinkTarget;

/** Renders every link: components with a link take `href` and, optionally, `component`. */
export function Anchor({ href, component: Component, target, rel, children, ...rest }: AnchorProps) {
  const relation = target === '_blank' ? (rel ?? 'noopener') : rel;
  const attributes = { target, rel: relation, ...rest };
  if (Component)
    return (
      <Component to={href} {...attributes}>
        {children}
      </Component>
    );
  return (
    <a href={href} {...attributes}>
      {children}
    </a>
  );
}
