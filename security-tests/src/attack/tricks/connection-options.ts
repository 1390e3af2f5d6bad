import type { Trick, TrickClass } from '../attempt.ts';
import { contentLength } from '../http-text.ts';
import { takesBody } from '../row-kinds.ts';

/** Every field that the gateway reads, forwards or sets, and those that proxies are known to treat specially. */
const FIELDS = [
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'authorization',
  'cookie',
  'range',
  'accept',
  'accept-encoding',
  'accept-language',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-range',
  'origin',
  'user-agent',
  'referer',
  'idempotency-key',
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'webhook-signature',
  'x-request-id',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'traceparent',
  'forwarded',
  'via',
  'date',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'connection',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'x-anything',
  '__proto__',
  'constructor',
  'hasownproperty',
];
const ODD_VALUES = [
  ',',
  ',,',
  ', ,',
  ' ',
  '',
  '"content-length"',
  'content-length;q=1',
  'content-length=1',
  'CONTENT-LENGTH',
  'content-length, close',
  'close, keep-alive',
  'keep-alive, close',
  'Keep-Alive',
  'CLOSE',
  'close\t',
  'upgrade',
  'te',
  'content-length\t,authorization',
];

const named = (name: string, lines: readonly string[]): Trick => ({
  name,
  attempt: (draft, row) => {
    const framing = takesBody(row) ? [contentLength(row.body)] : [];
    const first = draft.request({ headers: [...row.headers, ...framing, ...lines], body: row.body });
    const isLast = lines.some((line) => /\bclose\b/i.test(line));
    return { segments: [isLast ? first + draft.smuggled() : first + draft.rightRequest()], expects: 'served' };
  },
});

export const connectionOptions: TrickClass = {
  name: 'connection-option',
  tricks: [
    ...FIELDS.flatMap((field) => [
      named(`connection: ${field}`, [`connection: ${field}`]),
      named(`connection: keep-alive, ${field}`, [`connection: keep-alive, ${field}`]),
      named(`connection: ${field}, close`, [`connection: ${field}, close`]),
    ]),
    ...ODD_VALUES.map((value) => named(`connection: ${value}`, [`connection: ${value}`])),
    named('every field', [`connection: ${FIELDS.join(', ')}`]),
    named('two fields', ['connection: content-length', 'connection: authorization']),
    named('two thousand names', [`connection: ${Array<string>(2_000).fill('te').join(',')}`]),
    named('proxy-connection', ['proxy-connection: content-length, authorization']),
    named('keep-alive parameters', ['connection: keep-alive', 'keep-alive: timeout=999999, max=0']),
  ],
};
