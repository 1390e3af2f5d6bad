/** Moves the focus to the page's main element: what had it has gone. */
export const focusMain = (): void => {
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus({ preventScroll: true });
};
