/** Position of a picture on the stage: its scale, and the offset of its middle from the stage's in CSS pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** Measured from the middle of the stage, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The stage, and the picture as it is drawn on it at scale 1, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
  drawnWidth: number;
  drawnHeight: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const CLOSEST = 5;
/** Scale after a double tap or the button. */
const CLOSE = 2.5;

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** No further than the picture's edges. */
const within = ({ scale, x, y }: View, { width, height, drawnWidth, drawnHeight }: Room): View => {
  const [spareX, spareY] = [
    Math.max(0, (drawnWidth * scale - width) / 2),
    Math.max(0, (drawnHeight * scale - height) / 2),
  ];
  return { scale, x: between(x, -spareX, spareX), y: between(y, -spareY, spareY) };
};

/** Nearer or further away, while what is at `at` stays there. */
export const zoomed = (view: View, factor: number, at: Point, room: Room): View => {
  const scale = between(view.scale * factor, 1, CLOSEST);
  const ratio = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, room);
};

/** Drags the picture by CSS pixels. */
export const moved = (view: View, by: Point, room: Room): View =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, room);

/** Toggles between the whole picture and a closer view. */
export const toggled = (view: View, at: Point, room: Room): View =>
  view.scale > 1 ? WHOLE : zoomed(view, CLOSE, at, room);

/** A picture contained in a stage, centred. Without its size it is taken for one as large as the stage. */
export const roomOf = (stage: { width: number; height: number }, picture: { width: number; height: number }): Room => {
  const fit =
    picture.width > 0 && picture.height > 0 ? Math.min(stage.width / picture.width, stage.height / picture.height) : 0;
  return {
    width: stage.width,
    height: stage.height,
    drawnWidth: fit ? picture.width * fit : stage.width,
    drawnHeight: fit ? picture.height * fit : stage.height,
  };
};
