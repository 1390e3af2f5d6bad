import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAffiliates } from 'contracts/operations/affiliates';
import { verifyAdministrator } from 'contracts/operations/auth';
import { listModels } from 'contracts/operations/models';
import { AFFILIATES, openAffiliates } from './affiliates.ts';
import { createClient } from './client.ts';
import { createFilming } from './clip.ts';
import { createPublisher } from './models.ts';
import { loadHistory } from './history/load-history.ts';
import type { HistoryDatabase } from './history/load-history.ts';
import { createPayouts, TERMS } from './payouts.ts';
import { PEOPLE } from './people.ts';
import { createSubscriptions } from './subscriptions.ts';
import { CUSTOMERS, PAID, UNPAID } from './subscribers.ts';

/** Accounts of the demo data, printed by `npm start` and written to stack.json. */
export interface Accounts {
  administrator: { password: string };
  affiliates: { slug: string; password: string }[];
  paid: { email: string; password: string };
  unpaid: { email: string; password: string };
}

export const accountsOf = (adminPassword: string): Accounts => ({
  administrator: { password: adminPassword },
  affiliates: AFFILIATES.map(({ slug, password }) => ({ slug, password })),
  paid: { email: PAID.email, password: PAID.password },
  unpaid: { email: UNPAID.email, password: UNPAID.password },
});

interface DemoOptions {
  url: string;
  adminPassword: string;
  offerUrl: string;
  partnerUrl?: string;
  /** Returns the PostgreSQL URL of a service's database; absent: the demo has no history before its start. */
  databaseUrl?: (service: HistoryDatabase) => string;
  log: (line: string) => void;
}

/**
 * Loads the demo data into a running platform through its public calls, as administrator, affiliates and visitors; the days before
 * its start are written into the databases (ADR 0083). Existing data are unchanged: after a failure it can be started again.
 * @param url the gateway's public address
 * @param offerUrl the partner's payment page (billing's DEFAULT_OFFER_URL), the affiliates' base URL
 * @param partnerUrl address of the partner from this process, when it differs from the public one
 * @param log receives one line of progress at a time
 * @throws RejectedCall or Error naming the failed call
 */
export const loadDemo = async ({
  url,
  adminPassword,
  offerUrl,
  partnerUrl,
  databaseUrl,
  log,
}: DemoOptions): Promise<Accounts> => {
  const client = createClient(url);
  const folder = await mkdtemp(join(tmpdir(), 'coulisses-demo-'));
  try {
    const login = await client.call(verifyAdministrator, { body: { password: adminPassword } });
    if (!('token' in login)) {
      log('the administrator has a second factor: the data stay as they are');
      return accountsOf(adminPassword);
    }
    const administrator = login.token;
    const affiliates = await openAffiliates(client, administrator, offerUrl);
    log(`affiliates: ${AFFILIATES.map(({ slug }) => slug).join(', ')}`);

    const publisher = createPublisher(client, createFilming(folder));
    const known = new Set((await client.call(listModels, {}, administrator)).map(({ slug }) => slug));
    const missing = PEOPLE.filter(({ slug }) => !known.has(slug));
    for (const [index, person] of missing.entries()) {
      const token = person.affiliate ? affiliates.get(person.affiliate) : administrator;
      if (!token)
        throw new Error(`${person.slug} belongs to ${person.affiliate}, which is no affiliate of the demo data`);
      await publisher.publish(person, token);
      log(`models: ${person.name} (${index + 1} of ${missing.length})`);
    }

    const historyOf = async () => {
      const affiliates = (await client.call(listAffiliates, {}, administrator)).flatMap(({ id, slug }) => {
        const terms = TERMS[slug];
        return terms ? [{ id, slug, terms }] : [];
      });
      const published = await client.call(listModels, {}, administrator);
      const models = PEOPLE.flatMap(({ slug, affiliate, followers }) => {
        const model = published.find((each) => each.slug === slug);
        const affiliateId = affiliates.find((each) => each.slug === affiliate)?.id ?? null;
        return model ? [{ id: model.id, slug, affiliateId, weight: Math.sqrt(followers) }] : [];
      });
      return { models, affiliates };
    };
    const subscriptions = createSubscriptions(client, url, partnerUrl);
    const payouts = await createPayouts(client, adminPassword);
    if (databaseUrl) {
      const began = Date.now();
      const people = await loadHistory({ databaseUrl, ...(await historyOf()) });
      log(`history: ${people} subscribers in 90 days (${((Date.now() - began) / 1_000).toFixed(1)} s)`);
    }
    await payouts.agreeFirst();
    await subscriptions.settle(PAID);
    log((await payouts.payFirst()) ? 'payouts: one batch is paid' : 'payouts: no commission is due');
    for (const customer of CUSTOMERS) await subscriptions.settle(customer);
    log(`subscribers: ${CUSTOMERS.length}`);

    await publisher.allPrepared();
    log('media: every picture and video is ready');
    return accountsOf(adminPassword);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
