import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { DESKTOP, readStack, PAGE_TIMEOUT_MS } from './browser.ts';
import { administratorToken, request } from './calls.ts';

const stack = readStack();

/** Whose panel: the administrator's, or an affiliate's by its slug. */
type Owner = { slug?: string };

/** A browser that is logged in to a panel. */
export const panelContext = async (
  browser: Browser,
  { slug }: Owner = {},
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const loginForm = await browser.newContext();
  const [path, password, prefix] = slug
    ? [
        `/api/affiliates/${slug}/verify`,
        stack.accounts.affiliates.find((account) => account.slug === slug)?.password,
        `affiliate_${slug}`,
      ]
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

/** Lets a model's media stand as a list, where each has its buttons, instead of the grid. */
export const showMediaList = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => localStorage.setItem('mediaList', '1'));

/** Models made for a test by the administrator, and their end. */
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
    remove: async (): Promise<void> => {
      for (const { id } of models) await request(operations.deleteModel as Operation, { token, parts: { id } });
    },
  };
};
