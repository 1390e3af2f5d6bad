import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { moveBy, roomOf, toggleZoom, zoomAt, type Point, type Room, type View } from './zoom.ts';

/** Distances after which a press becomes a gesture, a swipe changes the item, and a pull closes the viewer. */
const START_PX = 8;
const PAGE_DISTANCE_PX = 64;
const CLOSE_DISTANCE_PX = 110;
/** Speed of a swipe that changes the item even below PAGE_DISTANCE_PX. */
const FLICK_PX_PER_MS = 0.4;
/** Two taps this close in time and place are a double tap. */
const DOUBLE_TAP = { withinMs: 300, withinPx: 32 };
/** Height of a video's controls, at its bottom. */
const CONTROLS_PX = 96;

type Gesture = 'press' | 'pan' | 'turn' | 'leave' | 'pinch';

interface Gestures {
  stageRef: RefObject<HTMLElement | null>;
  /** Whether the item can be zoomed: videos cannot. */
  isZoomable: boolean;
  view: View;
  setView: (next: (view: View) => View) => void;
  /** Shows the next (1) or previous (-1) item. @returns whether there is one */
  onPageChange: (by: number) => boolean;
  onLeave: () => void;
}

const roomIn = (stage: HTMLElement): Room => {
  const picture = stage.querySelector('img');
  return roomOf(
    { width: stage.clientWidth, height: stage.clientHeight },
    { width: picture?.naturalWidth ?? 0, height: picture?.naturalHeight ?? 0 },
  );
};
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const isOnControls = ({ target, clientY }: PointerEvent): boolean =>
  target instanceof HTMLVideoElement && clientY > target.getBoundingClientRect().bottom - CONTROLS_PX;

/**
 * Handles gestures: swipe to change the item, pull down to close, pinch, double tap or wheel to zoom, drag to move a zoomed
 * picture.
 * @returns the stage's handlers, and how far a swipe has moved the picture (null without a swipe)
 */
export const useGestures = ({ stageRef, isZoomable, view, setView, onPageChange, onLeave }: Gestures) => {
  const [pull, setPull] = useState<Point | null>(null);
  const pointers = useRef(new Map<number, Point>());
  const gesture = useRef<{ kind: Gesture; from: Point; since: number } | null>(null);
  const lastTap = useRef<{ at: Point; time: number } | null>(null);

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = stageRef.current?.getBoundingClientRect();
    return box
      ? { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
      : { x: 0, y: 0 };
  };
  const inRoom = (change: (view: View, room: Room) => View) => {
    const stage = stageRef.current;
    if (stage) setView((now) => change(now, roomIn(stage)));
  };

  // React's wheel listeners are passive: the browser would zoom the page as well.
  const onWheel = useRef((_event: WheelEvent): void => undefined);
  useEffect(() => {
    onWheel.current = (event) => {
      if (!isZoomable) return;
      event.preventDefault();
      const at = pointOf(event);
      inRoom((now, room) => zoomAt(now, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0025)), at, room));
    };
  });
  useEffect(() => {
    const stage = stageRef.current;
    const listen = (event: WheelEvent) => onWheel.current(event);
    stage?.addEventListener('wheel', listen, { passive: false });
    return () => stage?.removeEventListener('wheel', listen);
  }, [stageRef]);

  const become = (event: PointerEvent, by: Point): Gesture | null => {
    if (view.scale > 1) return 'pan';
    const isMouse = event.pointerType === 'mouse';
    if (isMouse && !isZoomable) return null;
    if (Math.abs(by.x) > Math.abs(by.y)) return 'turn';
    return by.y > 0 && !isMouse ? 'leave' : null;
  };

  const reset = () => {
    gesture.current = null;
    setPull(null);
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || isOnControls(event)) return;
    const at = pointOf(event);
    pointers.current.set(event.pointerId, at);
    if (pointers.current.size === 1) gesture.current = { kind: 'press', from: at, since: event.timeStamp };
    else if (isZoomable) {
      gesture.current = { kind: 'pinch', from: at, since: event.timeStamp };
      setPull(null);
    }
  };

  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    const current = gesture.current;
    if (!before || !current) return;
    const at = pointOf(event);
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, at);
    const by = { x: at.x - current.from.x, y: at.y - current.from.y };

    if (current.kind === 'press') {
      if (Math.hypot(by.x, by.y) < START_PX) return;
      const kind = become(event, by);
      if (!kind) return reset();
      current.kind = kind;
      // From now on the viewer captures the pointer; before, a tap belongs to the video.
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    if (current.kind === 'pinch' && other) {
      const was = middle(before, other);
      const is = middle(at, other);
      inRoom((now, room) =>
        moveBy(
          zoomAt(now, distance(at, other) / Math.max(1, distance(before, other)), was, room),
          { x: is.x - was.x, y: is.y - was.y },
          room,
        ),
      );
    }
    if (current.kind === 'pan') inRoom((now, room) => moveBy(now, { x: at.x - before.x, y: at.y - before.y }, room));
    if (current.kind === 'turn') setPull({ x: by.x, y: 0 });
    if (current.kind === 'leave') setPull({ x: 0, y: Math.max(0, by.y) });
  };

  const tap = (at: Point, time: number) => {
    const first = lastTap.current;
    const isSecond =
      first !== null && time - first.time < DOUBLE_TAP.withinMs && distance(first.at, at) < DOUBLE_TAP.withinPx;
    lastTap.current = isSecond ? null : { at, time };
    if (isSecond && isZoomable) inRoom((now, room) => toggleZoom(now, at, room));
  };

  const onPointerUp = (event: PointerEvent) => {
    const at = pointers.current.get(event.pointerId);
    const current = gesture.current;
    pointers.current.delete(event.pointerId);
    if (!at || !current) return;
    const rest = [...pointers.current.values()][0];
    if (current.kind === 'pinch' && rest) {
      gesture.current = { kind: 'pan', from: rest, since: event.timeStamp };
      return;
    }
    const by = { x: at.x - current.from.x, y: at.y - current.from.y };
    const speed = (way: number) => Math.abs(way) / Math.max(1, event.timeStamp - current.since);
    reset();
    if (current.kind === 'press') tap(at, event.timeStamp);
    if (
      current.kind === 'turn' &&
      (Math.abs(by.x) > PAGE_DISTANCE_PX || (Math.abs(by.x) > START_PX * 2 && speed(by.x) > FLICK_PX_PER_MS))
    )
      onPageChange(by.x < 0 ? 1 : -1);
    if (current.kind === 'leave' && by.y > CLOSE_DISTANCE_PX) onLeave();
  };

  const onPointerCancel = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    reset();
  };

  return {
    pull,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
    zoom: () => inRoom((now, room) => toggleZoom(now, { x: 0, y: 0 }, room)),
  };
};
