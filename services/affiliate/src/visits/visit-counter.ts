import { OTHER_SOURCES } from 'contracts/overview';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { createBatches } from './batches.ts';

export interface Visit {
  /** Day in Paris. */
  day: string;
  /** Digests made with the key of the day. */
  browser: Buffer;
  address: Buffer;
  affiliateId: string | null;
  modelSlug: string;
  source: string;
  isClick: boolean;
}

/** Maximum number of distinct sources per affiliate and day; the author of the link chooses sub1. */
const MAX_SOURCES = 500;
/**
 * Maximum number of counted visits per address and day: enough for a household or an office, too few to make fake visits
 * worthwhile.
 */
const MAX_VISITS_OF_ADDRESS = 100;
const MAX_BATCH = 500;

const hex = (digest: Buffer): string => digest.toString('hex');
const hexOf = ({ rows }: { rows: { digest: Buffer }[] }): Set<string> => new Set(rows.map(({ digest }) => hex(digest)));

/** Returns the first visit of each browser that was not yet seen on that day. */
const unseen = async (client: Queryable, day: string, visits: readonly Visit[]): Promise<Visit[]> => {
  const byBrowser = new Map(visits.toReversed().map((visit) => [hex(visit.browser), visit]));
  const seen = hexOf(
    await client.query<{ digest: Buffer }>('select digest from visitors_seen where day = $1 and digest = any($2)', [
      day,
      [...byBrowser.values()].map(({ browser }) => browser),
    ]),
  );
  return [...byBrowser.values()].filter(({ browser }) => !seen.has(hex(browser))).reverse();
};

/** Returns the visits within the limit of their address. Locks the addresses in a fixed order. */
const withinLimit = async (client: Queryable, day: string, visits: readonly Visit[]): Promise<Visit[]> => {
  const { rows } = await client.query<{ digest: Buffer; visits: number }>(
    `insert into visit_addresses as a (day, digest, visits)
     select $1, digest, 0 from (select distinct unnest($2::bytea[]) as digest order by 1) given
     on conflict (day, digest) do update set visits = a.visits returning digest, visits`,
    [day, visits.map(({ address }) => address)],
  );
  const counts = new Map(rows.map((row) => [hex(row.digest), row.visits]));
  return visits.filter(({ address }) => {
    const count = (counts.get(hex(address)) ?? 0) + 1;
    counts.set(hex(address), count);
    return count <= MAX_VISITS_OF_ADDRESS;
  });
};

/** Records the browsers and counts their addresses; returns the visits whose browser no other process has recorded meanwhile. */
const remember = async (client: Queryable, day: string, visits: readonly Visit[]): Promise<Visit[]> => {
  const added = hexOf(
    await client.query<{ digest: Buffer }>(
      `insert into visitors_seen (day, digest) select $1, digest from unnest($2::bytea[]) digest order by digest
       on conflict do nothing returning digest`,
      [day, visits.map(({ browser }) => browser)],
    ),
  );
  const newVisits = visits.filter(({ browser }) => added.has(hex(browser)));
  await client.query(
    `update visit_addresses a set visits = a.visits + given.visits
     from (select digest, count(*) as visits from unnest($2::bytea[]) digest group by digest) given
     where a.day = $1 and a.digest = given.digest`,
    [day, newVisits.map(({ address }) => address)],
  );
  return newVisits;
};

/** Returns the source under which each visit is counted: its own, or the one for all others. */
const namedSources = async (client: Queryable, day: string, visits: readonly Visit[]): Promise<string[]> => {
  const affiliates = [...new Set(visits.flatMap(({ source, affiliateId }) => (source === '' ? [] : [affiliateId])))];
  const { rows } = await client.query<{ affiliateId: string | null; source: string }>(
    `select distinct affiliate_id as "affiliateId", source from visits
     where day = $1 and (affiliate_id = any($2::uuid[]) or (affiliate_id is null and array_position($2::uuid[], null) is not null))`,
    [day, affiliates],
  );
  const sourcesByAffiliate = new Map(affiliates.map((affiliateId) => [affiliateId, new Set<string>()]));
  for (const { affiliateId, source } of rows) sourcesByAffiliate.get(affiliateId)?.add(source);
  return visits.map(({ source, affiliateId }) => {
    const sources = sourcesByAffiliate.get(affiliateId);
    if (source === '' || !sources || sources.has(source)) return source;
    if (sources.size >= MAX_SOURCES) return OTHER_SOURCES;
    sources.add(source);
    return source;
  });
};

/** Adds visits to their counters in one statement and a fixed order, which keeps the locks short. */
const addUp = async (client: Queryable, day: string, visits: readonly Visit[]): Promise<void> => {
  await client.query(
    `insert into visits (day, affiliate_id, model_slug, source, visits, clicks)
     select $1, affiliate_id, model_slug, source, count(*), sum(clicks)
     from unnest($2::uuid[], $3::text[], $4::text[], $5::int[]) given (affiliate_id, model_slug, source, clicks)
     group by affiliate_id, model_slug, source order by affiliate_id, model_slug, source
     on conflict (day, affiliate_id, model_slug, source) do update
     set visits = visits.visits + excluded.visits, clicks = visits.clicks + excluded.clicks`,
    [
      day,
      visits.map(({ affiliateId }) => affiliateId),
      visits.map(({ modelSlug }) => modelSlug),
      await namedSources(client, day, visits),
      visits.map(({ isClick }) => (isClick ? 1 : 0)),
    ],
  );
};

/**
 * Counts visits, one per browser and day, and a limited number per address. All visits of an affiliate change the same counters, so
 * this process updates them in one transaction at a time (docs/domain.md#visits).
 */
export const createVisitCounter = (postgres: Pick<Postgres, 'transaction'>) => {
  const countDay = (day: string, visits: readonly Visit[]): Promise<readonly Visit[]> =>
    postgres.transaction(async (client) => {
      const fresh = await unseen(client, day, visits);
      const admitted = fresh.length === 0 ? [] : await withinLimit(client, day, fresh);
      const countedVisits = admitted.length === 0 ? [] : await remember(client, day, admitted);
      if (countedVisits.length > 0) await addUp(client, day, countedVisits);
      return countedVisits;
    });
  const { add } = createBatches<Visit, boolean>(async (visits) => {
    const countedVisits = new Set<Visit>();
    for (const day of new Set(visits.map((visit) => visit.day)))
      for (const visit of await countDay(
        day,
        visits.filter((each) => each.day === day),
      ))
        countedVisits.add(visit);
    return visits.map((visit) => countedVisits.has(visit));
  }, MAX_BATCH);
  /**
   * Counts a visit unless its browser was already seen on that day or its address is over the limit; returns whether it counted.
   */
  return { count: add };
};
export type VisitCounter = ReturnType<typeof createVisitCounter>;
