import { SpanKind } from '@opentelemetry/api';
import type { ClientBase, QueryConfig } from 'pg';
import { inSpan, isInTrace } from './tracing.ts';

type Query = ClientBase['query'];

/** The statement's verb and the table that it names first: "select outbox". */
const summaryOf = (text: string): string => {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([\w.]+)/i.exec(text) ?? [];
  return table ? `${verb.toLowerCase()} ${table}` : verb.toLowerCase();
};

/** Makes each query of a traced request a span, with its statement: values go as parameters, which are not in it. */
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
