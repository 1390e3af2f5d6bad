import type { Locator, Page } from 'playwright-core';

/** Finds the button of the public header that shows the logged-in user. */
export const accountButton = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /compte de / });

/** Opens the account menu behind the avatar. */
export const openAccountMenu = async (page: Page): Promise<Locator> => {
  await accountButton(page).click();
  const menu = page.getByRole('menu', { name: 'Mon compte' });
  await menu.waitFor();
  return menu;
};

/** Clicks an item of the menu. */
const choose = async (page: Page, name: string): Promise<void> =>
  (await openAccountMenu(page)).getByRole('menuitem', { name }).click();

export const goToAccount = (page: Page): Promise<void> => choose(page, 'Mon compte');
/** Clicks "Déconnexion"; a confirmation may follow. */
export const logOut = (page: Page): Promise<void> => choose(page, 'Déconnexion');
