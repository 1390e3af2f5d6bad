import { use, useLayoutEffect, useRef, type MouseEvent, type PointerEvent, type SyntheticEvent } from 'react';
import { ToastContext } from '../toast/context.ts';

/** Element that had the focus before each dialog opened. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();
/**
 * Returns the element that gets the focus back: the opener or, if it was in a dialog that has closed too, the opener of that
 * dialog.
 */
const heirOf = (opener: Element | null): Element | null => {
  const around = opener?.closest('dialog');
  return around && !around.open ? heirOf(openers.get(around) ?? null) : opener;
};

/**
 * Opens a native dialog while its component is mounted: the browser makes the rest of the page inert, the title gets the focus, and
 * the former element gets it back at the end.
 */
export function useModal({ onClose, closesOnBackdrop }: { onClose: () => void; closesOnBackdrop: boolean }) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const pressedBackdrop = useRef(false);
  const toasts = use(ToastContext);
  const moveInto = toasts?.moveInto;

  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    openers.set(dialog, document.activeElement);
    const page = document.documentElement;
    // The page behind stops scrolling (base.css): the width of its scrollbar is reserved to prevent a layout shift.
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable';
    dialog.showModal();
    titleRef.current?.focus({ preventScroll: true });
    return () => {
      dialog.close();
      page.style.scrollbarGutter = '';
      const heir = heirOf(openers.get(dialog) ?? null);
      if (heir instanceof HTMLElement) heir.focus({ preventScroll: true });
    };
  }, []);

  useLayoutEffect(() => {
    if (dialogRef.current) return moveInto?.(dialogRef.current);
  }, [moveInto]);

  const handlers = {
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      onClose();
    },
    // A second Escape closes the dialog without a cancel event: the state must follow.
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
    },
    // The press must begin and end on the backdrop: selecting text from inside to outside must not close the dialog.
    onPointerDown: (event: PointerEvent) => {
      pressedBackdrop.current = event.target === event.currentTarget;
    },
    // The second click of a double click on the opener must not close what the first has opened.
    onClick: (event: MouseEvent) => {
      const isFirst = event.detail <= 1;
      if (closesOnBackdrop && isFirst && pressedBackdrop.current && event.target === event.currentTarget) onClose();
    },
  };
  return { dialogRef, titleRef, handlers };
}
