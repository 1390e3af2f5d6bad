import type { ServiceName } from 'contracts/services';
import {
  checkResult,
  digest,
  entries,
  ids,
  MAX_IDS,
  RECONCILIATION_PATH,
  references,
} from 'service-kit/reconciliation/protocol';
import type { Target } from 'service-kit/reconciliation/protocol';
import type { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { CollectionName } from './pairs.ts';

/** Longer than a service takes to hash a range or to list a page. */
const TIMEOUT_MS = 5 * 60_000;

/** Base addresses of the services' management ports. */
export type ManagementUrls = Readonly<Record<ServiceName, string>>;

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / MAX_IDS) }, (_none, index) =>
    items.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );

/**
 * Creates the client of the reconciliation protocol (service-kit/reconciliation/protocol).
 * @throws OperatorError naming the unreachable service
 */
export const createManagementClient = (urls: ManagementUrls) => {
  const call = async (of: CollectionName, action: string, init: RequestInit & { query?: Query } = {}) => {
    const [service, collection] = of.split('.') as [ServiceName, string];
    const url = new URL(`${RECONCILIATION_PATH}/${collection}/${action}`, urls[service]);
    for (const [name, value] of Object.entries(init.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) => {
      throw new OperatorError(`${service} cannot be reached at ${url.origin}: ${reasonOf(error)}`);
    });
    if (!response.ok) throw new OperatorError(`${service} responded ${response.status} to ${url.pathname}`);
    return response;
  };
  const get = async <Schema extends z.ZodType>(schema: Schema, of: CollectionName, action: string, query: Query) =>
    schema.parse(await (await call(of, action, { query })).json());
  const post = (of: CollectionName, action: string, body: unknown) =>
    call(of, action, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const postTargets = async (of: CollectionName, action: string, targets: readonly Target[]) => {
    for (const chunk of chunksOf(targets)) await post(of, action, chunk);
  };

  return {
    digest: (of: CollectionName, query: Query) => get(digest, of, 'digest', query),
    entries: (of: CollectionName, query: Query) => get(entries, of, 'entries', query),
    references: (of: CollectionName, name: string, after: string | undefined) =>
      get(references, of, `references/${name}`, { after }),
    check: (of: CollectionName, name: string, page: number) => get(checkResult, of, `checks/${name}`, { page }),
    /** Returns those of the ids that their owner does not have. */
    absent: async (of: CollectionName, wanted: readonly string[]): Promise<string[]> => {
      const absent: string[] = [];
      for (const chunk of chunksOf(wanted)) absent.push(...ids.parse(await (await post(of, 'absent', chunk)).json()));
      return absent;
    },
    republish: (of: CollectionName, targets: readonly Target[]) => postTargets(of, 'republish', targets),
    retract: (of: CollectionName, targets: readonly Target[]) => postTargets(of, 'retract', targets),
  };
};
export type ManagementClient = ReturnType<typeof createManagementClient>;

/** Returns the code of the cause: the message of fetch is only "fetch failed". */
const reasonOf = (error: unknown): string => {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : String(cause);
};
