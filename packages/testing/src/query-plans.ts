import type { Queryable } from 'service-kit/postgres';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

const scansOf = ({ Plans = [], ...node }: PlanNode): string[] => [
  ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
  ...Plans.flatMap(scansOf),
];

/** Returns the tables that the queries of `run` read from beginning to end, by the plans of the server; they are executed too. */
export const sequentialScans = async (
  postgres: Queryable,
  run: (client: Queryable) => Promise<unknown>,
): Promise<string[]> => {
  const scanned: string[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    if (/^\s*(select|with|insert|update|delete)\b/i.test(text)) {
      const { rows } = await postgres.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (format json) ${text}`,
        values,
      );
      scanned.push(...rows.flatMap((row) => scansOf(row['QUERY PLAN'][0].Plan)));
    }
    return postgres.query(text, values);
  };
  await run({ query: query as Queryable['query'] });
  return scanned;
};
