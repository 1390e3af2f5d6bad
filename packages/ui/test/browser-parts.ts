import { afterEach } from '@jest/globals';
/**
 * Adds browser features that jsdom lacks and the components need: the modal part of `<dialog>`, pointer capture, scrolling, media
 * queries (none matches unless `mockMedia` decides so), videos that play and are muted as their markup declares. Loaded before
 * every test of components and pages.
 */
HTMLDialogElement.prototype.showModal = function () {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close = function () {
  if (!this.open) return;
  this.removeAttribute('open');
  queueMicrotask(() => this.dispatchEvent(new Event('close')));
};
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => undefined;
Element.prototype.releasePointerCapture = () => undefined;

const matchNone = (_media: string): boolean => false;
let matches = matchNone;
/** Decides which media queries match, until the end of the test. */
export function mockMedia(decide: (media: string) => boolean): void {
  matches = decide;
}
afterEach(() => {
  matches = matchNone;
});
window.matchMedia = (media) =>
  ({
    media,
    matches: matches(media),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;

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

/** Provides an IntersectionObserver that reports everything as intersecting, or nothing. */
export function stubIntersectionObserver({ isIntersecting = false } = {}): void {
  Object.assign(globalThis, {
    IntersectionObserver: class {
      readonly notify: (entries: { isIntersecting: boolean }[]) => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = notify;
      }
      observe() {
        if (isIntersecting) this.notify([{ isIntersecting }]);
      }
      disconnect() {}
    },
  });
}

/** Does what a browser does when Escape is pressed in a modal dialog. */
export function pressEscapeIn(dialog: HTMLElement): void {
  const cancel = new Event('cancel', { cancelable: true });
  dialog.dispatchEvent(cancel);
  if (!cancel.defaultPrevented && dialog instanceof HTMLDialogElement) dialog.close();
}
