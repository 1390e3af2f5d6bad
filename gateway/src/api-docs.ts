import { openApiDocument } from 'contracts/openapi';

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);

const STYLE = `:root{color-scheme:dark light;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #8886;padding:1rem 0}code,pre{font-family:ui-monospace,monospace}pre{overflow:auto;padding:1rem;background:#8882;border-radius:8px;font-size:.85rem}
h3{margin:.5rem 0;font-size:1rem;overflow-wrap:anywhere}b{display:inline-block;min-width:4.5rem}summary{cursor:pointer;min-height:2.75rem;line-height:2.75rem}dt{font-weight:600}`;

interface Described {
  operationId: string;
  summary: string;
  'x-roles'?: string[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>;
}

const block = (title: string, value: unknown) =>
  `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(value, null, 2))}</pre></details>`;

const callOf = (method: string, path: string, call: Described) => `<article id="${call.operationId}">
<h3><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></h3>
<p>${escaped(call.summary)}. ${call['x-roles'] ? `Rôles : ${call['x-roles'].join(', ')}.` : 'Public.'}</p>
${call.parameters.length ? `<p>Paramètres : ${call.parameters.map(({ name, required }) => `<code>${name}${required ? '' : '?'}</code>`).join(', ')}</p>` : ''}
${Object.entries(call.requestBody?.content ?? {})
  .map(([type, { schema }]) => block(`Corps ${type}`, schema))
  .join('')}
${Object.entries(call.responses)
  .map(([status, { description, content }]) =>
    Number(status) < 400
      ? block(`Réponse ${status}`, content['application/json']?.schema)
      : `<dl><dt>${status}</dt><dd>${escaped(description).replace(/\n\n/g, '<br>')}</dd></dl>`,
  )
  .join('')}
</article>`;

/**
 * The document of every call and its readable page, both made once from the contracts.
 * @param server the public address
 */
export const createApiDocs = (server: string) => {
  const document = openApiDocument(server);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => callOf(method, path, call as Described)),
  );
  return {
    json: JSON.stringify(document),
    style: STYLE,
    page: `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API de Coulisses</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><h1>API de Coulisses</h1><p>${calls.length} appels. <a href="/api/openapi.json">Document OpenAPI</a></p>${calls.join('\n')}</body></html>`,
  };
};
