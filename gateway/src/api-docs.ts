import { openApiDocument } from 'contracts/openapi';
import { sample } from 'openapi-sampler';
import { escapeHtml } from 'service-kit/html';
import { FONT_FACES } from './brand-fonts.ts';

type Content = Record<string, { schema: object; example?: unknown }>;

interface DocumentedCall {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  'x-roles'?: string[];
  parameters: { name: string; in: string; required: boolean; schema: { type?: string | string[]; enum?: unknown[] } }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content: Content }>;
}

const STYLE = `${FONT_FACES}
:root{color-scheme:light dark;--soft:color-mix(in srgb,CanvasText 7%,Canvas);--line:color-mix(in srgb,CanvasText 22%,Canvas);font:16px/1.5 'Instrument Sans',system-ui,sans-serif}
*{box-sizing:border-box}body{margin:0 auto;max-width:80rem;padding:1rem}a{color:inherit;text-underline-offset:.2em}:focus-visible{outline:3px solid Highlight;outline-offset:2px}
h1,h2{font-family:Imbue,serif;font-weight:400;line-height:1}h1{margin:0;font-size:2.75rem}h2{margin:2.5rem 0 .5rem;font-size:2rem}h3{margin:0;font-size:1rem;overflow-wrap:anywhere}h4{margin:1rem 0 .25rem;font-size:.9rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}pre{margin:0;padding:.75rem;overflow:auto;border-radius:8px;background:var(--soft)}
nav ul{margin:0;padding:0;list-style:none}nav a{display:block;padding:.6rem 0;overflow-wrap:anywhere;line-height:1.3}nav summary,article summary{min-height:2.75rem;padding:.6rem 0;cursor:pointer}
article{padding:1.25rem 0;border-top:1px solid var(--line);scroll-margin-top:1rem}.method{display:inline-block;min-width:4.5rem}
.wide{overflow-x:auto}table{width:100%;border-collapse:collapse;font-size:.9rem}th,td{padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
@media(min-width:64rem){.page{display:grid;grid-template-columns:20rem minmax(0,1fr);gap:3rem}nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto}}`;

const json = (value: unknown) => JSON.stringify(value, null, 2);
const title = (tag: string) => tag.charAt(0).toUpperCase() + tag.slice(1);
/** Renders a code block that scrolls on a narrow screen; focusable and labelled for keyboards and screen readers. */
const code = (label: string, text: string) =>
  `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`;
const folded = (summary: string, content: string) => `<details><summary>${summary}</summary>${content}</details>`;

/** Renders the call as a curl command. */
const curl = (
  server: string,
  method: string,
  path: string,
  { 'x-roles': roles, parameters, requestBody }: DocumentedCall,
) => {
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const required = parameters.filter((parameter) => parameter.required && parameter.in === 'query');
  const query = required.map(({ name }) => `${name}={${name}}`).join('&');
  return [
    `curl -X ${method} '${server}${path}${query && `?${query}`}'`,
    ...(roles ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(type === 'application/json'
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body?.example)}'`]
      : Object.keys(body?.example ?? {}).map((field) => `-F '${field}=@file'`)),
  ].join(' \\\n  ');
};

const parametersTable = (id: string, parameters: DocumentedCall['parameters']) =>
  parameters.length === 0
    ? ''
    : `<h4 id="${id}-parameters">Parameters</h4><div class="wide" tabindex="0" role="group" aria-labelledby="${id}-parameters"><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Required</th></tr></thead><tbody>${parameters
        .map(
          (parameter) =>
            `<tr><td><code>${escapeHtml(parameter.name)}</code></td><td>${parameter.in}</td><td>${escapeHtml(parameter.schema.enum?.join(', ') ?? [parameter.schema.type ?? 'any'].flat().join(' or '))}</td><td>${parameter.required ? 'yes' : 'no'}</td></tr>`,
        )
        .join('')}</tbody></table></div>`;

/** Renders the errors: the French sentence is for the person, the code for programs. */
const errorsTable = (id: string, responses: DocumentedCall['responses']) => {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      description.split('\n\n').map((line) => {
        const [errorCode = '', ...text] = line.split(': ');
        return `<tr><td>${status}</td><td><code>${errorCode}</code></td><td lang="fr">${escapeHtml(text.join(': '))}</td></tr>`;
      }),
    );
  return rows.length === 0
    ? ''
    : folded(
        `Errors (${rows.length})`,
        `<div class="wide" tabindex="0" role="group" aria-label="Errors of ${id}"><table><thead><tr><th>Status</th><th>Code</th><th>Sentence</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
      );
};

const contentOf = (label: string, content: Content) =>
  Object.entries(content)
    .map(
      ([type, { schema, example }]) =>
        `<h4>${label}, ${type}</h4>${code(`${label}, example`, json(example))}${folded('Schema', code(`${label}, schema`, json(schema)))}`,
    )
    .join('');

const articleOf = (server: string, method: string, path: string, call: DocumentedCall) => {
  const id = call.operationId;
  return `<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><code><span class="method">${method}</span> ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(call.summary)}. ${call['x-roles'] ? `Roles: ${call['x-roles'].join(', ')}.` : 'Public.'}${call.description ? ` ${escapeHtml(call.description)}` : ''}</p>
<h4>Request</h4>${code('Request, example', curl(server, method, path, call))}
${parametersTable(id, call.parameters)}
${call.requestBody ? contentOf('Body', call.requestBody.content) : ''}
${Object.entries(call.responses)
  .filter(([status]) => Number(status) < 400)
  .map(([status, { content }]) => contentOf(`Response ${status}`, content) || `<h4>Response ${status}, empty</h4>`)
  .join('')}
${errorsTable(id, call.responses)}
</article>`;
};

/**
 * Builds the OpenAPI document of every call with examples, and an HTML page of it without scripts (docs/decisions/0026). Both are
 * built once, from the contracts.
 * @param server the public address
 */
export const createApiDocs = (server: string) => {
  const document = openApiDocument(server);
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => ({
        method: method.toUpperCase(),
        path,
        call: call as DocumentedCall,
      })),
    )
    .map((documented) => {
      const { requestBody, responses } = documented.call;
      for (const { content } of [...(requestBody ? [requestBody] : []), ...Object.values(responses)])
        for (const media of Object.values(content)) media.example = sample(media.schema, {}, document);
      return documented;
    });
  const groups = [...Map.groupBy(calls, ({ call }) => call.tags[0] ?? '')];
  const navigation = groups
    .map(([tag, group]) =>
      folded(
        `${title(tag)} (${group.length})`,
        `<ul>${group.map(({ method, path, call }) => `<li><a href="#${call.operationId}"><code>${method} ${escapeHtml(path)}</code></a></li>`).join('')}</ul>`,
      ),
    )
    .join('');
  const sections = groups.map(
    ([tag, group]) =>
      `<section aria-labelledby="${tag}"><h2 id="${tag}">${title(tag)}</h2>${group.map(({ method, path, call }) => articleOf(server, method, path, call)).join('\n')}</section>`,
  );
  return {
    json: JSON.stringify(document),
    style: STYLE,
    page: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API of Coulisses</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><header><h1>API of Coulisses</h1><p>${calls.length} calls, also as an <a href="/api/openapi.json">OpenAPI document</a></p></header><div class="page"><nav aria-label="Calls">${navigation}</nav><main>${sections.join('\n')}</main></div></body></html>`,
  };
};
