import { requestText } from './http-text.ts';
import type { HttpText, RequestParts } from './http-text.ts';
import type { RowKind } from './row-kinds.ts';

/** A request that the client sends on purpose. */
export interface SentRequest {
  id: string;
  method: string;
  /** Row of the gateway's table that serves it. */
  row: RowKind;
}

/**
 * - `served`: every request gets its own response, in order.
 * - `rejected`: the first request gets a 4xx response (501 and 505 count too), the connection is closed, and no service receives it.
 * - `consistent`: some requests from the first on get responses; the rest of the connection is rejected or ignored.
 */
export type Expectation = 'served' | 'rejected' | 'consistent';

/** Bytes that a client sends over one connection, with the permitted outcome. */
export interface Attempt {
  /** Segments, each sent as a separate TCP segment. */
  segments: readonly HttpText[];
  expects: Expectation;
  /** Permitted statuses; by default the row's own if `served`. */
  statuses?: readonly number[];
  /** Kind of disconnection, for a client that does not wait for a response. */
  leavesBy?: 'fin' | 'reset';
}

/** One way to attack a row. */
export interface Trick {
  name: string;
  /** Rows to which the trick applies; every row when absent. */
  on?: (row: RowKind) => boolean;
  attempt: (draft: Draft, row: RowKind) => Attempt;
}

export interface TrickClass {
  name: string;
  tricks: readonly Trick[];
}

/** Length of the common prefix of an attempt's x-request-ids. */
export const UNIQUE_LENGTH = 16;

type Changes = Partial<RequestParts> & { row?: RowKind };

/**
 * Creates a writer of the requests of one attempt, which records them.
 * @param unique prefix of the attempt's x-request-ids, followed by `-r` and a number for requests, `-s` for smuggled ones
 */
export const createDraft = (row: RowKind, unique: string) => {
  const requests: SentRequest[] = [];
  const smuggledIds: string[] = [];
  const nextId = () => `${unique}-r${String(requests.length).padStart(2, '0')}`;
  const write = (id: string, { row: of = row, headers, ...parts }: Changes): HttpText =>
    requestText({
      method: of.method,
      target: of.target(id),
      ...parts,
      headers: [`x-request-id: ${id}`, ...(headers ?? of.headers)],
    });
  return {
    /** Part of a path that no other attempt contains. */
    unique,
    requests,
    smuggledIds,
    /** Writes a request to the row, with changes. */
    request: (changes: Changes = {}): HttpText => {
      const id = nextId();
      const { row: of = row } = changes;
      requests.push({ id, method: changes.method ?? of.method, row: of });
      return write(id, changes);
    },
    /** Writes the row's valid request, complete and with its length. */
    rightRequest: (of: RowKind = row, headers: readonly string[] = []): HttpText => {
      const id = nextId();
      requests.push({ id, method: of.method, row: of });
      return write(id, {
        row: of,
        headers: [...of.headers, ...(of.body === '' ? [] : [`content-length: ${of.body.length}`]), ...headers],
        body: of.body,
      });
    },
    /** Writes a request that no server may read: inside a body, or after the end of a connection. */
    smuggled: (changes: Changes = {}): HttpText => {
      const id = `${unique}-s${String(smuggledIds.length).padStart(2, '0')}`;
      smuggledIds.push(id);
      return write(id, { method: 'GET', target: '/api/subscription', headers: [], ...changes });
    },
  };
};
export type Draft = ReturnType<typeof createDraft>;
