import type { Operation } from 'contracts/operation';
import { operations } from 'contracts/operations';
import type { ModelView } from 'contracts/models';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { DESKTOP, readStack, PAGE_TIMEOUT_MS } from './browser.ts';
import { administratorToken, ask } from './calls.ts';

const stack = readStack();

/** Whose panel: the administrator's, or an affiliate's by its slug. */
type Owner = { slug?: string };

/** A browser in which somebody has given the password of a panel. */
export const panelContext = async (
  browser: Browser,
  { slug }: Owner = {},
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => {
  const gate = await browser.newContext();
  const [path, password, prefix] = slug
    ? [
        `/api/affiliates/${slug}/verify`,
        stack.accounts.affiliates.find((account) => account.slug === slug)?.password,
        `affiliate_${slug}`,
      ]
    : ['/api/admin/verify', stack.accounts.administrator.password, 'main_admin'];
  const { token } = (await (await gate.request.post(stack.url + path, { data: { password } })).json()) as {
    token: string;
  };
  const { cookies } = await gate.storageState();
  await gate.close();
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

/** Models made for a test by the administrator, and their end. */
export const makeModels = async (bodies: readonly { name: string; slug: string; [field: string]: unknown }[]) => {
  const token = await administratorToken();
  const models: ModelView[] = [];
  for (const body of bodies) models.push((await ask<ModelView>(operations.createModel, { token, body })).body);
  return {
    models,
    read: async (slug: string): Promise<ModelView> =>
      (await ask<ModelView>(operations.getModel, { token, parts: { slug } })).body,
    change: (id: string, body: Record<string, unknown>) =>
      ask(operations.updateModel as Operation, { token, parts: { id }, body }),
    remove: async (): Promise<void> => {
      for (const { id } of models) await ask(operations.deleteModel as Operation, { token, parts: { id } });
    },
  };
};
