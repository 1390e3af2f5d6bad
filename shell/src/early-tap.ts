/** A button of the painted page that was pressed before anything could answer; the last one counts. The header is the shell's own. */
let pressed: HTMLElement | null = null;

const remember = ({ target }: Event) => {
  const button = target instanceof Element ? target.closest<HTMLElement>('#root button:not(header button)') : null;
  if (button) pressed = button;
};

/** From the first script on: the page is read, and pressed, before the micro-frontend has come. Links work by themselves. */
export const listenToEarlyTaps = (): void => document.addEventListener('click', remember, true);

/** Once the page answers: presses again what was pressed for nothing. */
export const answerEarlyTap = (): void => {
  document.removeEventListener('click', remember, true);
  if (pressed?.isConnected) pressed.click();
  pressed = null;
};
