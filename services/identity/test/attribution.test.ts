import { randomUUID } from 'node:crypto';
import type { EventData } from 'contracts/events';
import { affiliateFacts, modelFacts } from 'testing/events';
import { startIdentity } from './harness.ts';
import type { Identity } from './harness.ts';

let identity: Identity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const addAffiliate = async (isActive = true) => {
  const facts = affiliateFacts({ isActive });
  await identity.consume('affiliate.created', facts);
  return facts;
};
/** Registers from a model's page, and returns the attribution in the event. */
const attributionOf = async (affiliateId: string | null, trackingParams: Record<string, string>) => {
  const model = modelFacts({ affiliateId });
  await identity.consume('model.created', model);
  const email = `${randomUUID()}@example.org`;
  await identity.http
    .post('/api/auth/register')
    .send({
      firstName: 'Claire',
      lastName: 'Fontaine',
      email,
      password: 'rideau-rouge',
      modelSlug: model.slug,
      trackingParams,
    })
    .expect(201);
  const event = (await identity.events()).find(
    ({ data }) => (data as EventData<'subscriber.registered'>).email === email,
  );
  return (event?.data as EventData<'subscriber.registered'>).attribution;
};

describe('attribution', () => {
  test('is the sub2, else the partner page’s affiliate, else the model’s owner, else none', async () => {
    const [bySub2, byPage, owner] = [await addAffiliate(), await addAffiliate(), await addAffiliate()];
    const both = { affiliateParam: bySub2.slug, partnerAffiliate: byPage.slug };
    expect(await attributionOf(owner.id, both)).toEqual({ affiliateId: bySub2.id, reason: 'sub2' });
    expect(await attributionOf(owner.id, { partnerAffiliate: byPage.slug })).toEqual({
      affiliateId: byPage.id,
      reason: 'partner-page',
    });
    // Case-insensitive, as slugs in addresses are.
    expect(await attributionOf(owner.id, { affiliateParam: ` ${bySub2.slug.toUpperCase()}` })).toEqual({
      affiliateId: bySub2.id,
      reason: 'sub2',
    });
    expect(await attributionOf(owner.id, { affiliateParam: 'unknown' })).toEqual({
      affiliateId: owner.id,
      reason: 'model-owner',
    });
    expect(await attributionOf(null, {})).toEqual({ affiliateId: null, reason: 'none' });
  });

  test('passes over an affiliate that is inactive or deleted', async () => {
    const [inactive, byPage, deleted] = [await addAffiliate(false), await addAffiliate(), await addAffiliate()];
    await identity.consume('affiliate.deleted', { id: deleted.id, slug: deleted.slug }, 2);
    expect(await attributionOf(inactive.id, { affiliateParam: inactive.slug, partnerAffiliate: byPage.slug })).toEqual({
      affiliateId: byPage.id,
      reason: 'partner-page',
    });
    expect(await attributionOf(inactive.id, { affiliateParam: deleted.slug })).toEqual({
      affiliateId: null,
      reason: 'none',
    });
  });
});
