import type { Locator, Page } from 'playwright-core';

/** What the public header shows who is logged in. */
export const accountButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /compte de / });

/** Opens the menu behind the avatar. */
export const openAccountMenu = async (page: Page): Promise<Locator> => {
  await accountButton(page).click();
  const menu = page.getByRole('menu', { name: 'Mon compte' });
  await menu.waitFor();
  return menu;
};

/** Presses an item of the menu. */
const choose = async (page: Page, name: string): Promise<void> =>
  (await openAccountMenu(page)).getByRole('menuitem', { name }).click();

export const goToAccount = (page: Page): Promise<void> => choose(page, 'Mon compte');
/** Presses "Déconnexion"; a question may follow. */
export const logOut = (page: Page): Promise<void> => choose(page, 'Déconnexion');
