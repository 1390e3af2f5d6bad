import { SpanKind } from '@opentelemetry/api';
import type { Connection } from 'mongoose';
import { isInTrace, openSpan } from './tracing.ts';
import type { OpenSpan } from './tracing.ts';

/** Records each command of a traced request as a span: its name and collection, never its filter or documents. */
export const traceCommands = (connection: Connection): void => {
  const open = new Map<number, OpenSpan>();
  const client = connection.getClient();
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (!isInTrace()) return;
    const collection = (command as Record<string, unknown>)[commandName];
    const collectionAttributes = typeof collection === 'string' ? { 'db.collection.name': collection } : {};
    const span = openSpan(`${commandName} ${collectionAttributes['db.collection.name'] ?? ''}`.trimEnd(), {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'mongodb', 'db.operation.name': commandName, ...collectionAttributes },
    });
    if (span) open.set(requestId, span);
  });
  const end = (requestId: number, error?: unknown) => {
    open.get(requestId)?.end({ error });
    open.delete(requestId);
  };
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
};
