/** Position of a picture on the stage: scale, and offset of its centre from the stage's centre in CSS pixels. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** Measured from the centre of the stage, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Sizes of the stage and of the picture at scale 1, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
  drawnWidth: number;
  drawnHeight: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 5;
/** Scale after a double tap or the button. */
const TOGGLED_SCALE = 2.5;

const between = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Limits a view to the picture's edges. */
const within = ({ scale, x, y }: View, { width, height, drawnWidth, drawnHeight }: Room): View => {
  const [spareX, spareY] = [
    Math.max(0, (drawnWidth * scale - width) / 2),
    Math.max(0, (drawnHeight * scale - height) / 2),
  ];
  return { scale, x: between(x, -spareX, spareX), y: between(y, -spareY, spareY) };
};

/** Zooms while the point `at` stays in place. */
export const zoomAt = (view: View, factor: number, at: Point, room: Room): View => {
  const scale = between(view.scale * factor, 1, MAX_SCALE);
  const ratio = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, room);
};

/** Moves the picture by CSS pixels. */
export const moveBy = (view: View, by: Point, room: Room): View =>
  within({ ...view, x: view.x + by.x, y: view.y + by.y }, room);

/** Toggles between the whole picture and the zoomed view. */
export const toggleZoom = (view: View, at: Point, room: Room): View =>
  view.scale > 1 ? WHOLE : zoomAt(view, TOGGLED_SCALE, at, room);

/** Returns the sizes for a picture contained and centred in a stage. A picture of unknown size is assumed to fill the stage. */
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
