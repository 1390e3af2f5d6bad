import { ASSET_KINDS, publicPath } from '../src/media.ts';
import {
  isAddressable,
  LIST_RENDITIONS,
  MAIN_RENDITIONS,
  RENDITIONS,
  renditionsOf,
  srcSetOf,
  webpRenditionsOf,
  widthsOf,
} from '../src/renditions.ts';

const ID = '0b8d8a4e-5b0c-4f0e-9d43-2f8a8a5f3c10';

describe('RENDITIONS', () => {
  test('names each WebP by its width, so that atWidth finds the others', () => {
    for (const kind of ASSET_KINDS)
      for (const { name, widthPx } of webpRenditionsOf(kind))
        expect(name).toMatch(new RegExp(`^(poster-)?${widthPx}\\.webp$`));
  });

  test.each(ASSET_KINDS)('has the main and the list rendition of a %s among those of its kind', (kind) => {
    expect(renditionsOf(kind)).toEqual(expect.arrayContaining([MAIN_RENDITIONS[kind], LIST_RENDITIONS[kind]]));
  });

  test.each(ASSET_KINDS)('keeps the original and makes a blurred picture of a %s', (kind) => {
    expect(renditionsOf(kind)).toEqual(expect.arrayContaining(['original', 'blurred']));
  });

  test('makes no HLS of a cover video, which is cut after seconds', () => {
    expect(RENDITIONS['hls.m3u8'].kinds).not.toContain('cover-video');
  });
});

describe('isAddressable', () => {
  test.each(['original', 'blurred', 'constructor', '', '641.webp'])('rejects "%s"', (name) => {
    expect(isAddressable(name)).toBe(false);
  });
  test.each(['640.webp', 'poster-320.webp', '720.mp4', 'hls.m3u8'])('accepts "%s"', (name) => {
    expect(isAddressable(name)).toBe(true);
  });
});

describe('srcSetOf', () => {
  test('lists every width of a picture and keeps its version', () => {
    const path = (width: number) => `${publicPath(ID, `${width}.webp`)}?v=3`;
    const widths = widthsOf('photo');
    expect(widths).toEqual(expect.arrayContaining([320, 640, 1280]));
    expect(widths).toEqual(widths.toSorted((left, right) => left - right));
    expect(srcSetOf(path(640))).toBe(widths.map((width) => `${path(width)} ${width}w`).join(', '));
  });
  test('lists the widths of avatars and posters as their own families', () => {
    const avatar = srcSetOf(publicPath(ID, '384.webp'));
    for (const width of [96, 192, 384]) expect(avatar).toContain(`/${width}.webp ${width}w`);
    expect(avatar).not.toContain('/640.webp');
    expect(srcSetOf(publicPath(ID, 'poster-640.webp'))).toContain('/poster-320.webp 320w, ');
  });
  test.each(['', 'https://elsewhere.example/picture.jpg', publicPath(ID, '720.mp4'), publicPath(ID, 'original')])(
    'gives none for "%s"',
    (path) => {
      expect(srcSetOf(path)).toBeUndefined();
    },
  );
});
