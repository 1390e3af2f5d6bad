/**
 * What browsers have and jsdom lacks, as far as the components need it: the modal part of `<dialog>`, pointer capture, videos that
 * play and are silent when their markup says so.
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
HTMLMediaElement.prototype.play = () => Promise.resolve();
HTMLMediaElement.prototype.pause = () => undefined;
Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
  get(this: HTMLMediaElement) {
    return this.hasAttribute('muted');
  },
  set(this: HTMLMediaElement, muted: boolean) {
    this.toggleAttribute('muted', muted);
  },
});

/** What a browser does when Escape is pressed in a modal dialog. */
export function pressEscapeIn(dialog: HTMLElement): void {
  const cancel = new Event('cancel', { cancelable: true });
  dialog.dispatchEvent(cancel);
  if (!cancel.defaultPrevented && dialog instanceof HTMLDialogElement) dialog.close();
}
