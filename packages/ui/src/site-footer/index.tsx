import { useId } from 'react';
import type { ReactNode } from 'react';
import { Anchor } from '../anchor/index.tsx';
import type { LinkTarget } from '../anchor/index.tsx';
import { Wordmark } from '../wordmark/index.tsx';
import styles from './site-footer.module.css';

export interface FooterGroup {
  title: string;
  links: readonly { label: string; href: string }[];
  /** Link component, as in `LinkTarget`. */
  component?: LinkTarget['component'];
}

export interface SiteFooterProps extends LinkTarget {
  /** Name of the site, beside the logo; `href` leads to the home page. */
  name: string;
  /** Description of the site and its audience. */
  about: ReactNode;
  /** The first group is emphasised: a customer may need it urgently. */
  groups: readonly FooterGroup[];
  /** Last line. */
  legal: ReactNode;
}

/** Footer of a public page: contract, help and legal information. */
export function SiteFooter({ name, about, groups, legal, href, component }: SiteFooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={`page ${styles.grid}`}>
        <div className={styles.about}>
          <Wordmark href={href} component={component}>
            {name}
          </Wordmark>
          <p>{about}</p>
        </div>
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
        <p className={styles.legal}>{legal}</p>
      </div>
    </footer>
  );
}

function Group({ title, links, component }: FooterGroup) {
  const titleId = useId();
  return (
    <nav className={styles.group} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <ul>
        {links.map(({ label, href }) => (
          <li key={href}>
            <Anchor href={href} component={component}>
              {label}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
