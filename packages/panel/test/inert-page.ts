import { jest } from '@jest/globals';

/** Ignores a focus set behind an open dialog, as browsers do and jsdom does not, until `jest.restoreAllMocks`. */
export const makePageInert = (): void => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its element below
  const { focus } = HTMLElement.prototype;
  jest.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    if (dialogs.length === 0 || dialogs.some((dialog) => dialog.contains(this))) focus.call(this, options);
  });
};
