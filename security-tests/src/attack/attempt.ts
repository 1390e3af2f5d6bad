import { requestText } from './http-text.ts';
import type { HttpText, RequestParts } from './http-text.ts';
import type { RowKind } from './row-kinds.ts';

/** A request that a client really sends. */
export interface SentRequest {
  id: string;
  method: string;
  /** The row that serves it. */
  row: RowKind;
}

/**
 * - `served`: every request gets its own response, in order.
 * - `rejected`: the first request gets a 4xx response (501 and 505 count too), the connection is closed, and no service receives it.
 * - `consistent`: some requests from the first on get responses; the rest of the connection is rejected or ignored.
 */
export type Expectation = 'served' | 'rejected' | 'consistent';

/** What a client sends over one connection, and what may come of it. */
export interface Attempt {
  /** Each is sent as a TCP segment of its own. */
  segments: readonly HttpText[];
  expects: Expectation;
  /** Statuses that responses may have; by default the row's own where `served`. */
  statuses?: readonly number[];
  /** How the client leaves without waiting for a response. */
  leavesBy?: 'fin' | 'reset';
}

/** A way of attacking a row. */
export interface Trick {
  name: string;
  /** Rows on which it means something; every row when absent. */
  on?: (row: RowKind) => boolean;
  attempt: (draft: Draft, row: RowKind) => Attempt;
}

export interface TrickClass {
  name: string;
  tricks: readonly Trick[];
}

/** Length of what the x-request-ids of an attempt have in common. */
export const UNIQUE_LENGTH = 16;

type Changes = Partial<RequestParts> & { row?: RowKind };

/**
 * Writes the requests of one attempt and keeps account of them.
 * @param unique begins the x-request-ids of the attempt: `-r` and a number follow for requests, `-s` for smuggled ones
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
    /** A part of a path that no other attempt has. */
    unique,
    requests,
    smuggledIds,
    /** A request of the row, with changes. */
    request: (changes: Changes = {}): HttpText => {
      const id = nextId();
      const { row: of = row } = changes;
      requests.push({ id, method: changes.method ?? of.method, row: of });
      return write(id, changes);
    },
    /** The row's request, whole and with its length. */
    rightRequest: (of: RowKind = row, headers: readonly string[] = []): HttpText => {
      const id = nextId();
      requests.push({ id, method: of.method, row: of });
      return write(id, {
        row: of,
        headers: [...of.headers, ...(of.body === '' ? [] : [`content-length: ${of.body.length}`]), ...headers],
        body: of.body,
      });
    },
    /** A request where no server may read one: inside a body, or after the end of a connection. */
    smuggled: (changes: Changes = {}): HttpText => {
      const id = `${unique}-s${String(smuggledIds.length).padStart(2, '0')}`;
      smuggledIds.push(id);
      return write(id, { method: 'GET', target: '/api/subscription', headers: [], ...changes });
    },
  };
};
export type Draft = ReturnType<typeof createDraft>;
