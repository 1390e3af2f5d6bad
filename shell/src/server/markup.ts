import { escapeHtml } from 'service-kit/html';

/** A tag without content; attributes that are undefined are left out. */
export const tag = (name: string, attributes: Readonly<Record<string, string | undefined>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : value === '' ? ` ${key}` : ` ${key}="${escapeHtml(value)}"`))
    .join('')}>`;

/** Data as a block that no parser takes for markup. */
export const jsonBlock = (id: string, data: unknown, type = 'application/json'): string =>
  `<script type="${type}" id="${id}">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;
