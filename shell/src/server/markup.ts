import { escapeHtml } from 'service-kit/html';

/** Renders a start tag; undefined attributes are omitted. */
export const tag = (name: string, attributes: Readonly<Record<string, string | undefined>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : value === '' ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`))
    .join('')}>`;

/** Embeds data as a script block that no parser interprets as markup. */
export const jsonBlock = (id: string, data: unknown, type = 'application/json'): string =>
  `<script type="${type}" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;
