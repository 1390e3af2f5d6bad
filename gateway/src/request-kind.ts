import type { IncomingMessage } from 'node:http';

/** Whether a request is read-only (GET or HEAD). */
export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Whether every visitor gets the same response. */
export const isAnonymous = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === undefined && headers.range === undefined;
