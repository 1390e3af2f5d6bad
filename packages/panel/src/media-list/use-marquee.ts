import { useEffect, useRef } from 'react';
import type { PointerEvent, RefObject } from 'react';
import { boxOf } from './grid-geometry.ts';
import type { Box } from './grid-geometry.ts';

/** Distance that the pointer must move before a press becomes a marquee. */
const THRESHOLD_PX = 5;
/** Distance from an edge of the frame within which it scrolls, and the step per animation frame. */
const EDGE_PX = 32;
const SCROLL_STEP_PX = 14;
/** Duration of a long press that selects a cell, and the distance that the finger may move meanwhile. */
const LONG_PRESS_MS = 450;
const TREMBLE_PX = 10;

interface Marquee {
  /** Frame of the grid; the box is in pixels of its content. */
  frame: RefObject<HTMLElement | null>;
  /** `isAdding`: a modifier key was pressed at the start. */
  onStart: (isAdding: boolean) => void;
  onBox: (box: Box) => void;
  /** Called after a long press on a cell. */
  onLongPress: (index: number) => void;
}

const cellIndexOf = (target: EventTarget | null): number | null => {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset.cell : undefined;
  return index === undefined ? null : Number(index);
};
/** Returns what scrolls the frame: itself, or an ancestor where the whole list is drawn. */
const scrollerOf = (frame: HTMLElement): Element => {
  for (let element: HTMLElement | null = frame; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY))
      return element;
  return document.documentElement;
};
const clamp = (value: number, from: number, to: number): number => Math.min(Math.max(value, from), to);
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, label, [data-control]') !== null;

/**
 * Selects by a marquee drawn with the mouse, and by a long press on a cell (docs/decisions/0092-grid-selection.md).
 * @returns the element of the marquee, the handlers of the frame, and whether to ignore a click, which ends a gesture
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
    const { left, top, right, bottom } = area?.getBoundingClientRect() ?? new DOMRect();
    // A box beyond the frame would lengthen what scrolls, without end.
    return { x: clamp(clientX, left, right) - left, y: clamp(clientY, top, bottom) - top + (area?.scrollTop ?? 0) };
  };

  const begin = (signal: AbortSignal, start: PointerEvent) => {
    const from = pointOf(start);
    const isAdding = start.shiftKey || start.ctrlKey || start.metaKey;
    let isDrawn = false;
    let last = { clientX: start.clientX, clientY: start.clientY };
    let hasMoved = false;
    let animation = 0;
    // Once per frame, and without React: mouse events are more frequent than frames.
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
      const scroller = scrollerOf(area);
      const { top, bottom } =
        scroller === document.documentElement
          ? { top: 0, bottom: window.innerHeight }
          : scroller.getBoundingClientRect();
      // An ancestor scrolls as far as the frame extends.
      const edges = scroller === area ? { top: -Infinity, bottom: Infinity } : area.getBoundingClientRect();
      const before = scroller.scrollTop;
      if (last.clientY < top + EDGE_PX && edges.top < top) scroller.scrollTop -= SCROLL_STEP_PX;
      else if (last.clientY > bottom - EDGE_PX && edges.bottom > bottom) scroller.scrollTop += SCROLL_STEP_PX;
      if (hasMoved || scroller.scrollTop !== before) draw();
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
    // The browser would select the texts of the page.
    window.addEventListener('selectstart', (event) => event.preventDefault(), { signal });
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
    // The system's context menu would interrupt the selection.
    onContextMenu: (event: { preventDefault: () => void }) => endsGesture.current && event.preventDefault(),
  };
  /** Returns whether a gesture ends by the present click, which then is none of its own; true once for each gesture. */
  const consumeGestureEnd = (): boolean => {
    const ends = endsGesture.current;
    endsGesture.current = false;
    return ends;
  };
  return { box, handlers, consumeGestureEnd };
};
