/** Few pixels suffice: the browser smooths them when it scales the picture. */
const SHORT_SIDE_PX = 4;
const LONG_SIDE_PX = 5;

const bytesOf = (base64: string): number[] => Array.from(atob(base64), (character) => character.charCodeAt(0));
const littleEndian = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => (value >> (8 * index)) & 255);

/** Returns a bitmap of 24 bits, rows from the bottom up: the only format that needs neither a checksum nor compression. */
const bitmapOf = (width: number, height: number, pixel: (x: number, y: number) => number[]): string => {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const rows = Array.from({ length: height }, (_, row) => {
    const colours = Array.from({ length: width }, (_unused, x) => pixel(x, height - 1 - row)).flat();
    return [...colours, ...Array<number>(stride - colours.length).fill(0)];
  });
  const header = [
    0x42,
    0x4d,
    ...littleEndian(54 + stride * height, 4),
    ...littleEndian(0, 4),
    ...littleEndian(54, 4),
    ...littleEndian(40, 4),
    ...littleEndian(width, 4),
    ...littleEndian(height, 4),
    1,
    0,
    24,
    0,
    ...littleEndian(0, 24),
  ];
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...header, ...rows.flat()))}`;
};

/** One channel of a thumbhash: its mean and its waves, in the order of the encoding. */
interface Channel {
  mean: number;
  waves: { cx: number; cy: number; factor: number }[];
}

/** Returns the values of each wave of a thumbhash, at most seven along a side, at the centre of each of `length` pixels. */
const wavesAlong = (length: number): number[][] =>
  Array.from({ length }, (_, pixel) =>
    Array.from({ length: 7 }, (_unused, wave) => Math.cos((Math.PI * wave * (pixel + 0.5)) / length)),
  );
/** Computed once: a page decodes dozens of placeholders. */
const ALONG = { [SHORT_SIDE_PX]: wavesAlong(SHORT_SIDE_PX), [LONG_SIDE_PX]: wavesAlong(LONG_SIDE_PX) };

const valueAt = ({ mean, waves }: Channel, across: readonly number[], down: readonly number[]): number => {
  let sum = mean;
  for (const { cx, cy, factor } of waves) sum += 2 * factor * (across[cx] ?? 0) * (down[cy] ?? 0);
  return sum;
};

/**
 * Decodes a thumbhash into a very small picture, as the placeholder of one that is loading.
 * @param hash base64 of a thumbhash (evanw.github.io/thumbhash); its transparency is ignored
 * @returns a data URL of some 200 characters; undefined for an invalid hash
 */
export const placeholderOf = (hash: string | null | undefined): string | undefined => {
  if (!hash || !/^[\w+/]{7,40}={0,2}$/.test(hash)) return undefined;
  const bytes = bytesOf(hash);
  const at = (index: number) => bytes[index] ?? 0;
  const colours = at(0) | (at(1) << 8) | (at(2) << 16);
  const shape = at(3) | (at(4) << 8);
  const hasAlpha = colours >> 23 === 1;
  const isLandscape = shape >> 15 === 1;
  const longest = hasAlpha ? 5 : 7;
  const across = Math.max(3, isLandscape ? longest : shape & 7);
  const down = Math.max(3, isLandscape ? shape & 7 : longest);

  let nibble = hasAlpha ? 12 : 10;
  const wavesOf = (columns: number, rows: number, scale: number): Channel['waves'] => {
    const waves: Channel['waves'] = [];
    for (let cy = 0; cy < rows; cy++) {
      for (let cx = cy ? 0 : 1; cx * rows < columns * (rows - cy); cx++, nibble++) {
        waves.push({ cx, cy, factor: (((at(nibble >> 1) >> ((nibble & 1) << 2)) & 15) / 7.5 - 1) * scale });
      }
    }
    return waves;
  };
  const light: Channel = { mean: (colours & 63) / 63, waves: wavesOf(across, down, ((colours >> 18) & 31) / 31) };
  const warm: Channel = {
    mean: ((colours >> 6) & 63) / 31.5 - 1,
    waves: wavesOf(3, 3, (((shape >> 3) & 63) / 63) * 1.25),
  };
  const green: Channel = {
    mean: ((colours >> 12) & 63) / 31.5 - 1,
    waves: wavesOf(3, 3, (((shape >> 9) & 63) / 63) * 1.25),
  };

  const [width, height] = isLandscape
    ? ([LONG_SIDE_PX, SHORT_SIDE_PX] as const)
    : ([SHORT_SIDE_PX, LONG_SIDE_PX] as const);
  const [columns, rows] = [ALONG[width], ALONG[height]];
  return bitmapOf(width, height, (column, row) => {
    const [x, y] = [columns[column] ?? [], rows[row] ?? []];
    const [l, p, q] = [valueAt(light, x, y), valueAt(warm, x, y), valueAt(green, x, y)];
    const blue = l - (2 / 3) * p;
    const red = (3 * l - blue + q) / 2;
    return [blue, red - q, red].map((value) => Math.round(255 * Math.min(1, Math.max(0, value))));
  });
};
