/** Moves the focus to the page's main element, on a new page or after the focused element was removed. */
export const focusMain = (): void => {
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
};
