import { SpanKind } from '@opentelemetry/api';
import type { ClientBase, QueryConfig } from 'pg';
import { inSpan, isInTrace } from './tracing.ts';

type Query = ClientBase['query'];

/** Returns the statement's verb and the first table that it names: "select outbox". */
const summaryOf = (text: string): string => {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([\w.]+)/i.exec(text) ?? [];
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase();
};

/** Records each query of a traced request as a span with its statement; parameter values are not recorded. */
export const traceQueries = (query: Query): Query => {
  const traced = (statement: string | QueryConfig, ...values: unknown[]) => {
    const run = () => query(statement as string, ...(values as [unknown[]?]));
    if (!isInTrace()) return run();
    const text = typeof statement === 'string' ? statement : statement.text;
    return inSpan(
      summaryOf(text),
      { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql', 'db.query.text': text } },
      run,
    );
  };
  return traced as Query;
};
