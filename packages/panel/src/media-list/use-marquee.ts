import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { boxOf } from './grid-geometry.ts';
import type { Box } from './grid-geometry.ts';

/** Distance that the pointer moves before a press is a marquee. */
const THRESHOLD_PX = 5;
/** Distance from an edge of the frame within which it scrolls along, and the step per animation frame. */
const EDGE_PX = 32;
const SCROLL_STEP_PX = 14;
/** Time that a finger rests before a cell is selected, and the distance that it may tremble meanwhile. */
const LONG_PRESS_MS = 450;
const TREMBLE_PX = 10;

interface Marquee {
  /** Scrolls; the box is in pixels of its content. */
  frame: RefObject<HTMLElement | null>;
  /** `isAdding`: a modifier key was held when it began. */
  onStart: (isAdding: boolean) => void;
  onBox: (box: Box) => void;
  /** A finger rested on the cell. */
  onLongPress: (index: number) => void;
}

const cellIndexOf = (target: EventTarget | null): number | null => {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined;
  return index === undefined ? null : Number(index);
};
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, label, [data-control]') !== null;

/**
 * Selection by a box drawn with the mouse, and by a finger that rests on a cell (docs/decisions/0092-grid-selection.md).
 * @returns the element that is the box, the handlers of the frame, and whether the click that ends a gesture is to be ignored
 */
export const useMarquee = ({ frame, onStart, onBox, onLongPress }: Marquee) => {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ onStart, onBox, onLongPress });
  useEffect(() => {
    latest.current = { onStart, onBox, onLongPress };
  });
  const endsGesture = useRef(false);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const area = frame.current;
    const { left = 0, top = 0 } = area?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top + (area?.scrollTop ?? 0) };
  };

  const begin = (signal: AbortSignal, start: PointerEvent) => {
    const from = pointOf(start);
    const isAdding = start.shiftKey || start.ctrlKey || start.metaKey;
    let isDrawn = false;
    let last = { clientX: start.clientX, clientY: start.clientY };
    let hasMoved = false;
    let animation = 0;
    // Once a frame, and without React: a mouse moves more often than anything is drawn.
    const draw = () => {
      hasMoved = false;
      const next = boxOf(from, pointOf(last));
      if (box.current) {
        const { left, top, right, bottom } = next;
        Object.assign(box.current.style, {
          left: `${left}px`,
          top: `${top}px`,
          width: `${right - left}px`,
          height: `${bottom - top}px`,
        });
        box.current.hidden = false;
      }
      latest.current.onBox(next);
    };
    const follow = () => {
      const area = frame.current;
      if (!area) return;
      const { top, bottom } = area.getBoundingClientRect();
      const before = area.scrollTop;
      if (last.clientY < top + EDGE_PX) area.scrollTop -= SCROLL_STEP_PX;
      else if (last.clientY > bottom - EDGE_PX) area.scrollTop += SCROLL_STEP_PX;
      if (hasMoved || area.scrollTop !== before) draw();
      animation = requestAnimationFrame(follow);
    };
    const move = (event: globalThis.PointerEvent) => {
      last = { clientX: event.clientX, clientY: event.clientY };
      hasMoved = true;
      if (isDrawn || Math.hypot(last.clientX - start.clientX, last.clientY - start.clientY) < THRESHOLD_PX) return;
      isDrawn = true;
      endsGesture.current = true;
      latest.current.onStart(isAdding);
      animation = requestAnimationFrame(follow);
    };
    signal.addEventListener('abort', () => {
      cancelAnimationFrame(animation);
      if (isDrawn && hasMoved) draw();
      if (box.current) box.current.hidden = true;
    });
    window.addEventListener('pointermove', move, { signal });
  };

  const rest = (signal: AbortSignal, start: PointerEvent) => {
    const index = cellIndexOf(start.target);
    if (index === null) return;
    const timer = setTimeout(() => {
      endsGesture.current = true;
      latest.current.onLongPress(index);
    }, LONG_PRESS_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) =>
        Math.hypot(clientX - start.clientX, clientY - start.clientY) > TREMBLE_PX && abort.current?.abort(),
      { signal },
    );
  };

  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      abort.current?.abort();
      endsGesture.current = false;
      if (event.button !== 0 || isControl(event.target)) return;
      const controller = new AbortController();
      abort.current = controller;
      const end = () => controller.abort();
      window.addEventListener('pointerup', end, { signal: controller.signal });
      window.addEventListener('pointercancel', end, { signal: controller.signal });
      if (event.pointerType === 'mouse') begin(controller.signal, event);
      else rest(controller.signal, event);
    },
    // The system's menu of a picture would take the place of the selection.
    onContextMenu: (event: { preventDefault: () => void }) => endsGesture.current && event.preventDefault(),
  };
  return { box, handlers, endsGesture };
};
