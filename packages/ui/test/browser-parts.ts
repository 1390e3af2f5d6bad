/**
 * What browsers have and jsdom lacks, as far as the components need it: the modal part of `<dialog>`, pointer capture.
 * Loaded before every test of components and pages.
 */
HTMLDialogElement.prototype.showModal = function () {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function () {
  if (!this.open) return;
  this.removeAttribute('open');
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;

/** What a browser does when Escape is pressed in a modal dialog. */
export function pressEscapeIn(dialog: HTMLElement): void {
  const cancel = new Event('cancel', { cancelable: true });
  dialog.dispatchEvent(cancel);
  if (!cancel.defaultPrevented && dialog instanceof HTMLDialogElement) dialog.close();
}
