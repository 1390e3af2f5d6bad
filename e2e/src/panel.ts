import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { ModelPlace, ModelView } from 'contracts/models';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, eventually, readStack, PAGE_TIMEOUT_MS } from './browser.ts';
import { administratorToken, demoPassword, request } from './calls.ts';
import { isUsable } from './public-site.ts';

const stack = readStack();

/** Owner of a panel: the administrator, or an affiliate by its slug, with its password unless it is part of the demo data. */
type Owner = { slug?: string; password?: string };

/**
 * Creates an affiliate for one test: changes in the demo data would be seen by tests that run at the same time. Resolves once the
 * catalogue, whose projection follows by an event, accepts its models.
 */
export const createAffiliate = async (slug: string, name: string, password: string) => {
  const token = await administratorToken();
  const { body } = await request<{ id: string }>(operations.createAffiliate, {
    token,
    body: { name, slug, custom_password: password, adexico_base_url: stack.partner },
  });
  await eventually(
    async () => (await request(operations.listAffiliateModels, { token, parts: { slug } })).status,
    (status) => status === 200,
  );
  return {
    remove: () => request(operations.deleteAffiliate as Operation, { token, parts: { id: body.id } }),
  };
};

/** Opens a panel's address and logs in with the password. */
export const enterPassword = async (page: Page, address: string, password: string): Promise<void> => {
  await page.goto(stack.url + address);
  await isUsable(page);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
};

/** Creates a browser context that is logged in to a panel. */
export const panelContext = async (
  browser: Browser,
  { slug, password: ownPassword }: Owner = {},
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const loginForm = await browser.newContext();
  const [path, password, prefix] = slug
    ? [`/api/affiliates/${slug}/verify`, ownPassword ?? demoPassword(slug), `affiliate_${slug}`]
    : ['/api/admin/verify', stack.accounts.administrator.password, 'main_admin'];
  const { token } = (await (await loginForm.request.post(stack.url + path, { data: { password } })).json()) as {
    token: string;
  };
  const { cookies } = await loginForm.storageState();
  await loginForm.close();
  const localStorage = [
    { name: `${prefix}_token`, value: token },
    { name: `${prefix}_authenticated`, value: 'true' },
  ];
  const context = await browser.newContext({
    viewport: DESKTOP,
    locale: 'fr-FR',
    colorScheme: 'dark',
    ...options,
    storageState: { cookies, origins: [{ origin: new URL(stack.url).origin, localStorage }] },
  });
  context.setDefaultTimeout(PAGE_TIMEOUT_MS);
  return context;
};

/** Shows a model's media as a list, where each has its buttons, instead of the grid. */
export const showMediaList = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => localStorage.setItem('mediaList', '1'));

/** Creates models for a test as the administrator; `remove` deletes them. */
export const makeModels = async (bodies: readonly { name: string; slug: string; [field: string]: unknown }[]) => {
  const token = await administratorToken();
  const models: ModelView[] = [];
  for (const body of bodies) models.push((await request<ModelView>(operations.createModel, { token, body })).body);
  return {
    models,
    read: async (slug: string): Promise<ModelView> =>
      (await request<ModelView>(operations.getModel, { token, parts: { slug } })).body,
    change: (id: string, body: Record<string, unknown>) =>
      request(operations.updateModel as Operation, { token, parts: { id }, body }),
    place: (id: string, place: ModelPlace) =>
      request(operations.placeModel as Operation, { token, parts: { id }, body: place }),
    feature: (id: string, isFeatured: boolean) =>
      request(operations.featureModel as Operation, { token, parts: { id }, body: { is_featured: isFeatured } }),
    remove: async (): Promise<void> => {
      for (const { id } of models) await request(operations.deleteModel as Operation, { token, parts: { id } });
    },
  };
};
