const decoded = (text: string) =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(amp|quot|apos|lt|gt));/gi,
    (_, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
      name
        ? ({ amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }[name.toLowerCase()] ?? '')
        : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
  );
const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : decoded(value);
};

/**
 * Returns the request that a browser sends when the button named "action" with this value is pressed.
 * @param page html and address of the page
 * @returns the target, and the fields of the button's form; null when the page has no such button
 */
export const pressed = (
  page: { html: string; url: string },
  action: string,
): { url: string; body: URLSearchParams } | null => {
  for (const [form] of page.html.matchAll(/<form\b[\s\S]*?<\/form>/gi)) {
    const controls = [...form.matchAll(/<(?:input|button)\b[^>]*>/gi)].map(([tag]) => ({
      tag,
      name: attribute(tag, 'name'),
      value: attribute(tag, 'value') ?? '',
    }));
    if (!controls.some(({ name, value }) => name === 'action' && value === action)) continue;
    const fields = controls.filter(
      ({ tag, name }) => name !== undefined && name !== 'action' && !tag.toLowerCase().startsWith('<button'),
    );
    const body = new URLSearchParams(fields.map(({ name, value }): [string, string] => [name ?? '', value]));
    body.set('action', action);
    const opening = /<form\b[^>]*>/i.exec(form)?.[0] ?? '';
    return { url: new URL(attribute(opening, 'action') ?? '', page.url).href, body };
  }
  return null;
};
