import type { Postgres, Queryable } from 'service-kit/postgres';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Filter?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** Whether a plan node scans a table, or an index from its beginning until enough rows match. */
const isSequential = ({ 'Node Type': type, 'Index Cond': condition, Filter: filter }: PlanNode): boolean =>
  type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && condition === undefined && filter !== undefined);

const scansOf = ({ Plans = [], ...node }: PlanNode): string[] => [
  ...(isSequential(node) ? [node['Relation Name'] ?? ''] : []),
  ...Plans.flatMap(scansOf),
];

/** Returns the tables that the queries of `run` scan sequentially, according to their plans; the queries are also executed. */
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

const rowsOf = ({ 'Actual Rows': rows = 0, 'Actual Loops': loops = 0, Plans = [] }: PlanNode): number =>
  Math.max(rows * loops, ...Plans.map(rowsOf));

/** Returns the maximum number of rows that a plan node reads in the queries of `run`; their changes are rolled back. */
export const mostRowsRead = (
  postgres: Pick<Postgres, 'transaction'>,
  run: (client: Queryable) => Promise<unknown>,
): Promise<number> =>
  postgres.transaction(async (client) => {
    let most = 0;
    const query = async (text: string, values: unknown[] = []) => {
      await client.query('savepoint before_plan');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      most = Math.max(most, ...rows.map((row) => rowsOf(row['QUERY PLAN'][0].Plan)));
      await client.query('rollback to savepoint before_plan');
      return client.query(text, values);
    };
    await client.query('savepoint before_run');
    await run({ query: query as Queryable['query'] });
    await client.query('rollback to savepoint before_run');
    return most;
  });
