import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AffiliateView } from 'contracts/affiliates';
import { ERRORS } from 'contracts/errors';
import type { ErrorCode } from 'contracts/errors';
import { RESUMABLE_PATH } from 'contracts/media';
import type { ContentItem, ModelView } from 'contracts/models';
import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { OperationId } from 'contracts/operations';
import { administratorToken, affiliateToken, ALL, ask, pathOf } from '../src/calls.ts';
import { eventually, launchBrowser, readStack } from '../src/browser.ts';
import { panelContext } from '../src/panel.ts';

jest.setTimeout(120_000);

const stack = readStack();
const [mine, other] = ['aff-one', 'aff-two'];
const PICTURE = path.resolve(import.meta.dirname, '../../stack/pictures/avatar-nina.webp');
const stolen = () => ({ name: 'Volé', slug: `vole-${randomUUID().slice(0, 8)}` });

const stolenFactor = () => ({ challenge: 'a'.repeat(43), factor: { method: 'totp', name: 'Volé', code: '123456' } });

/** Calls that everybody may make: what they give to whom is tried in refusals.test.ts. */
const OPEN: readonly OperationId[] = [
  'register', 'login', 'forgotPassword', 'verifyResetToken', 'resetPassword', 'refreshSubscriber', 'logoutSubscriber', 'verifyAdministrator', 'verifyAdministratorSecondFactor', 'enrolAdministrator', 'refreshAdministrator', 'logoutAdministrator',
  'getAffiliate', 'verifyAffiliate', 'verifyAffiliateSecondFactor', 'refreshAffiliate', 'logoutAffiliate', 'getAffiliateConfig', 'listModels', 'getModel', 'receivePostback',
];
/** Bodies that the rightful caller's call would be accepted with. */
const BODIES: Partial<Record<OperationId, () => unknown>> = {
  createAffiliate: () => ({ ...stolen(), custom_password: 'un-bon-mot-de-passe', adexico_base_url: stack.partner }),
  updateAffiliate: () => ({ name: 'Volé', is_active: false }),
  createModel: stolen,
  updateModel: () => ({ name: 'Volé', is_verified: false, photo_items: '[]' }),
  reconcilePostback: () => ({ email: stack.accounts.paid.email }),
  changePassword: () => ({ currentPassword: 'volé', newPassword: 'un-bon-mot-de-passe' }),
  changeAffiliatePassword: () => ({ currentPassword: 'volé', newPassword: 'un-bon-mot-de-passe' }),
  reauthenticateAdministrator: () => ({ password: 'volé' }),
  reauthenticateAffiliate: () => ({ password: 'volé' }),
  addAdministratorFactor: stolenFactor,
  addAffiliateFactor: stolenFactor,
  changeProfile: () => ({ firstName: 'Volé', lastName: 'Volé' }),
  createAffiliateModel: stolen,
  updateAffiliateModel: () => ({ name: 'Volé', is_verified: false, photo_items: '[]' }),
  updateOwnAffiliate: () => ({ telegram_link: 'https://t.me/vole', is_active: false }),
};
const bodyOf = ({ id, body }: Operation): unknown => {
  const made = BODIES[id as OperationId]?.();
  if (body && made === undefined) throw new Error(`${id} is new: say with which body it would be accepted`);
  return made;
};

let token: string;
let theirToken: string;
let administrator: string;
/** What the other affiliate has. */
let theirs: { affiliate: AffiliateView; model: ModelView; filename: string; resumable: string };

const uploadTo = async (operation: Operation, parts: Record<string, string>) => {
  const form = new FormData();
  form.append(operation.file ?? '', new Blob([new Uint8Array(await readFile(PICTURE))], { type: 'image/webp' }), 'photo.webp');
  const response = await fetch(stack.url + pathOf(operation, parts), { method: operation.method, headers: { authorization: `Bearer ${token}` }, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const tus = (modelSlug: string) => ({ 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': `fileType ${btoa('videos')},modelSlug ${btoa(modelSlug)}` });

/** One's own token at this call on what is the other's. */
const attempt = (operation: Operation) => {
  const { affiliate, model, filename, resumable } = theirs;
  const onModel = ['resetLiveOverride', 'updateModel', 'deleteModel', 'updateAffiliateModel', 'deleteAffiliateModel'].includes(operation.id);
  const isUpload = operation.service === 'media';
  const parts = { id: operation.path.startsWith(RESUMABLE_PATH) ? resumable : onModel ? model.id : affiliate.id, slug: isUpload ? model.slug : affiliate.slug, modelSlug: model.slug, filename };
  if (operation.file) return uploadTo(operation, parts);
  if (operation.id === 'createResumableUpload') return ask(operation, { token, headers: tus(model.slug) });
  if (operation.id === 'sendResumablePart') return ask(operation, { token, parts, text: 'volé', headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } });
  return ask(operation, { token, parts, body: bodyOf(operation) });
};
const expectRefused = (operation: Operation, { status, body }: Awaited<ReturnType<typeof attempt>>) => {
  expect([operation.id, status, body]).toEqual([operation.id, expect.any(Number), { error: expect.any(String), code: expect.any(String), requestId: expect.any(String) }]);
  // A service that has nothing to do with affiliates does not know their tokens at all.
  expect([operation.id, [401, 403, 404].includes(status)]).toEqual([operation.id, true]);
  expect([operation.id, body.error]).toEqual([operation.id, ERRORS[body.code as ErrorCode].text]);
};

/** What there is to write on: all that the administrator sees of the two, without what time alone changes; and whatever was made by the attempts. */
const traces = async () => {
  const read = async <Body>(id: OperationId, parts: Record<string, string> = {}) => {
    const { status, body } = await ask<Body>(operations[id] as Operation, { token: administrator, parts });
    if (status !== 200) throw new Error(`${id} answered ${status}`);
    return body;
  };
  const affiliates = await read<AffiliateView[]>('listAffiliates');
  const models = await read<ModelView[]>('listModels');
  const { photo_items, video_items, live_replays } = await read<ModelView>('getModel', { slug: theirs.model.slug });
  return {
    affiliates: affiliates.filter(({ slug }) => slug === mine || slug === other),
    // Each person's change raises its edit_revision.
    models: models.filter(({ affiliate_slug }) => affiliate_slug === mine || affiliate_slug === other).map(({ is_live: _, ...model }) => model),
    items: [photo_items, video_items, live_replays].flatMap((json) => JSON.parse(json) as ContentItem[]).map(({ filename, likes, isLocked, state }) => ({ filename, likes, isLocked, state })),
    made: [...affiliates, ...models].filter(({ slug, name }) => slug.startsWith('vole') || name === 'Volé'),
    upload: await ask(operations.getResumableUpload as Operation, { token: theirToken, parts: { id: theirs.resumable } }),
  };
};

beforeAll(async () => {
  [token, theirToken, administrator] = [await affiliateToken(mine), await affiliateToken(other), await administratorToken()];
  const affiliate = (await ask<AffiliateView[]>(operations.listAffiliates as Operation, { token: administrator })).body.find(({ slug }) => slug === other);
  const models = (await ask<ModelView[]>(operations.listAffiliateModels as Operation, { token: theirToken, parts: { slug: other } })).body;
  let model: ModelView | undefined;
  for (const { slug } of models) {
    if (model) break;
    const { body } = await ask<ModelView>(operations.getModel as Operation, { token: theirToken, parts: { slug } });
    if (body.photo_items !== '[]') model = body;
  }
  const [photo] = JSON.parse(model?.photo_items ?? '[]') as ContentItem[];
  const begun = await fetch(stack.url + RESUMABLE_PATH, { method: 'POST', headers: { authorization: `Bearer ${theirToken}`, ...tus(model?.slug ?? '') } });
  const resumable = begun.headers.get('location')?.split('/').at(-1);
  if (!affiliate || !model || !photo || !resumable) throw new Error(`the demo data gives ${other} no model with a photo`);
  theirs = { affiliate, model, filename: photo.filename, resumable };
});
afterAll(async () => {
  const { method, path: address } = operations.deleteResumableUpload;
  await fetch(stack.url + address.replace(':id', theirs.resumable), { method, headers: { authorization: `Bearer ${theirToken}` } });
});

test('When a call is added, then it is known here who may make it', () => {
  expect(ALL.filter(({ roles }) => roles === undefined).map(({ id }) => id).sort()).toEqual([...OPEN].sort());
});

test('When an affiliate makes every call that is not an affiliate’s, then each is refused in French, and nothing was written', async () => {
  const before = await traces();
  const calls = ALL.filter(({ roles }) => roles && !roles.includes('affiliate'));
  expect(calls.length).toBeGreaterThan(10);
  for (const operation of calls) expectRefused(operation, await attempt(operation));
  expect(await traces()).toEqual(before);
});

test('When an affiliate makes every call of affiliates on what is another’s, then each is refused in French, and nothing was written', async () => {
  const before = await traces();
  const calls = ALL.filter(({ roles }) => roles?.includes('affiliate'));
  expect(calls.length).toBeGreaterThan(15);
  for (const operation of calls) expectRefused(operation, await attempt(operation));
  // Its own slug in the path does not make the other's model its own.
  for (const id of ['updateAffiliateModel', 'deleteAffiliateModel'] as const) {
    const operation = operations[id] as Operation;
    expectRefused(operation, await ask(operation, { token, parts: { slug: mine, id: theirs.model.id }, body: bodyOf(operation) }));
  }
  expect(await traces()).toEqual(before);
});

test('When an affiliate writes what is the administrator’s of its own card or model, then it is refused, and nothing was written', async () => {
  const before = await traces();
  const [own] = (await ask<ModelView[]>(operations.listAffiliateModels as Operation, { token, parts: { slug: mine } })).body;
  for (const [id, body] of [
    ...['name', 'slug', 'custom_password', 'adexico_base_url', 'adexico_source_id'].map((field) => ['updateOwnAffiliate', { [field]: 'vole' }] as const),
    ...['adexico_base_url', 'adexico_source_id'].flatMap((field) => [['updateAffiliateModel', { [field]: 'vole' }] as const, ['createAffiliateModel', { ...stolen(), [field]: 'vole' }] as const]),
  ]) {
    const answer = await ask(operations[id] as Operation, { token, parts: { slug: mine, id: own?.id ?? '' }, body });
    expect([id, body, answer.status, answer.body]).toEqual([id, body, 403, { error: 'Vous ne pouvez pas modifier ce champ.', code: 'FIELD_FORBIDDEN', requestId: expect.any(String) }]);
  }
  expect(await traces()).toEqual(before);
});

test('When an affiliate is in, then another’s panel and the administrator’s show their gates, and its own nothing of the redirection', async () => {
  const browser = await launchBrowser();
  const context = await panelContext(browser, { slug: mine });
  const page = await context.newPage();
  for (const [address, title] of [[`/affiliate/${other}`, 'Administration Affilié'], ['/admin/main', 'Administration Principale']] as const) {
    await page.goto(stack.url + address);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByLabel('Mot de passe', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Éditer|Supprimer|Déconnexion/ }).count()).toBe(0);
  }
  // The screen's flag alone opens nothing.
  await page.evaluate(() => localStorage.setItem('main_admin_authenticated', 'true'));
  await page.reload();
  await page.getByRole('heading', { name: 'Administration Principale' }).waitFor();
  await page.getByLabel('Mot de passe', { exact: true }).waitFor();
  await page.goto(`${stack.url}/affiliate/${mine}`);
  await page.getByRole('button', { name: /^Éditer / }).first().click();
  await page.getByRole('dialog', { name: 'Modifier le modèle' }).getByRole('button', { name: 'Mettre à jour' }).waitFor();
  for (const hidden of ['Redirection', 'Source ID', 'URL de base']) expect([hidden, await page.getByText(hidden).count()]).toEqual([hidden, 0]);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await eventually(() => page.getByRole('dialog').count(), (count) => count === 0);
  expect(await page.getByText('Nouvel affilié').count()).toBe(0);
  await browser.close();
});
