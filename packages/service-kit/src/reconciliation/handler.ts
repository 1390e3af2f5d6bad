import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { digestOf, entriesOf } from './collection.ts';
import type { Collection, Collections } from './collection.ts';
import {
  checkQuery,
  digestQuery,
  entriesQuery,
  ids,
  RECONCILIATION_PATH,
  referencesQuery,
  targets,
} from './protocol.ts';

/** More than MAX_IDS targets need. */
const MAX_BODY_BYTES = 512 * 1024;

/** Call to `/reconciliation/<collection>/<action>[/<name>]`. */
interface Call {
  collection: Collection;
  name: string;
  query: Record<string, string>;
  body: unknown;
}

type Action = (call: Call) => Promise<unknown> | undefined;

const GET: Readonly<Record<string, Action>> = {
  digest: ({ collection: { read }, query }) => read && digestOf(read, digestQuery.parse(query)),
  entries: ({ collection: { read }, query }) => {
    const { facts, ...range } = entriesQuery.parse(query);
    return read?.(range).then((entities) => entriesOf(entities, facts));
  },
  references: ({ collection, name, query }) => collection.references?.[name]?.(referencesQuery.parse(query).after),
  checks: ({ collection, name, query }) => collection.checks?.[name]?.(checkQuery.parse(query).page),
};
const POST: Readonly<Record<string, Action>> = {
  absent: ({ collection: { present }, body }) => {
    const requestedIds = ids.parse(body);
    return present?.(requestedIds).then((presentIds) => requestedIds.filter((id) => !presentIds.has(id)));
  },
  republish: ({ collection, body }) => collection.republish?.(targets.parse(body)),
  retract: ({ collection, body }) => collection.retract?.(targets.parse(body)),
};

/**
 * Reads a JSON body.
 * @throws an error with `status` 413 or 415: requiring JSON forces a browser to send a preflight request, which gets no response
 */
const readBody = async (request: IncomingMessage): Promise<unknown> => {
  if (request.headers['content-type'] !== 'application/json')
    throw Object.assign(new Error('not JSON'), { status: 415 });
  if (!(Number(request.headers['content-length']) <= MAX_BODY_BYTES))
    throw Object.assign(new Error('too large, or of unknown length'), { status: 413 });
  return json(request);
};

const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * Serves the reconciliation protocol on the management port. Every call only reads the service's own stores or publishes their
 * state, so an accidental call changes nothing that is correct.
 * @returns false for paths outside of the protocol
 */
export const createReconciliationHandler =
  (collections: Collections) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://management');
    if (!pathname.startsWith(`${RECONCILIATION_PATH}/`)) return false;
    const [collectionName = '', action = '', name = ''] = pathname.slice(RECONCILIATION_PATH.length + 1).split('/');
    const collection = own(collections, collectionName);
    const run = own(request.method === 'POST' ? POST : GET, action);
    const send = (status: number, body?: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
        .end(body === undefined ? undefined : JSON.stringify(body));
    if (!collection || !run) return (send(404), true);
    try {
      const body = request.method === 'POST' ? await readBody(request) : undefined;
      const result = run({ collection, name, query: Object.fromEntries(searchParams), body });
      if (result === undefined) return (send(404), true);
      const value = await result;
      send(value === undefined ? 204 : 200, value);
    } catch (error) {
      const isInvalid = error instanceof z.ZodError || error instanceof SyntaxError;
      const status = isInvalid ? 400 : (error as { status?: number }).status;
      if (status === undefined) throw error;
      response.shouldKeepAlive = false;
      send(status, { error: isInvalid ? 'invalid query or body' : (error as Error).message });
    }
    return true;
  };
