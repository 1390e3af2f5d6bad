import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Picture } from 'ui/picture';
import { placeholderOf } from '../src/picture/placeholder.ts';
import { mockMedia } from './browser-parts.ts';

/** Thumbhashes of a portrait and of a landscape. */
const PORTRAIT = 'kJkGDgKDUvp2WydYl3aHdlZGwm8mz1Y=';
const LANDSCAPE = 'D2kOHIgEimmGh3iEeYYDhTVAWA==';

const film = { src: '/still.webp', video: '/cover.mp4' };
const sights: ((isIntersecting: boolean) => void)[] = [];

const watchSight = () => {
  globalThis.IntersectionObserver = class {
    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      sights.push((isIntersecting) => notify([{ isIntersecting }]));
    }
    observe() {}
    disconnect() {}
  } as never;
};
const playing = () => ({
  play: jest.spyOn(HTMLMediaElement.prototype, 'play'),
  pause: jest.spyOn(HTMLMediaElement.prototype, 'pause'),
});

afterEach(() => {
  sights.length = 0;
  Reflect.deleteProperty(navigator, 'connection');
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Returns width and height of a bitmap, and the colour of its upper left pixel. */
const read = (address: string | undefined) => {
  const bytes = Uint8Array.from(atob(address?.split(',')[1] ?? ''), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const [width, height] = [view.getInt32(18, true), view.getInt32(22, true)];
  const first = 54 + (height - 1) * Math.ceil((width * 3) / 4) * 4;
  return { width, height, length: bytes.length, colour: [bytes[first + 2], bytes[first + 1], bytes[first]] };
};

describe('Picture', () => {
  test('draws a thumbhash as a very small bitmap of the picture’s shape and colours', () => {
    expect(read(placeholderOf(PORTRAIT))).toEqual({ width: 4, height: 5, length: 114, colour: [108, 30, 13] });
    expect(read(placeholderOf(LANDSCAPE))).toEqual({ width: 5, height: 4, length: 118, colour: [0, 1, 8] });
  });

  test.each([undefined, null, '', 'no', 'url(evil)', `${PORTRAIT};`])('draws nothing for the thumbhash %p', (hash) => {
    expect(placeholderOf(hash)).toBeUndefined();
  });

  test('draws a picture’s thumbhash behind it', () => {
    expect(renderToStaticMarkup(<Picture source={{ src: '/a.webp', placeholder: PORTRAIT }} decorative />)).toContain(
      'style="background:center / cover url(data:image/bmp;base64,',
    );
  });

  test('shows no broken picture, and tries the next address', () => {
    const { container, rerender } = render(
      <Picture source={{ src: '/a.webp', srcSet: '/a-640.webp 640w' }} decorative />,
    );
    const image = container.querySelector('img');
    fireEvent.error(image ?? document);
    expect(image?.getAttribute('src')).toMatch(/^data:image/);
    expect(image).not.toHaveAttribute('srcset');
    rerender(<Picture source={{ src: '/b.webp' }} decorative />);
    expect(image).toHaveAttribute('src', '/b.webp');
  });

  test('shows the still of a cover film further down until it is seen; the film at once among the first things seen', () => {
    watchSight();
    const { container, rerender } = render(<Picture source={film} decorative />);
    expect(container.querySelector('img')).toHaveAttribute('loading', 'lazy');
    act(() => sights[0]?.(false));
    expect(container.querySelector('video')).toBeNull();
    act(() => sights[0]?.(true));
    expect(container.querySelector('video')).toHaveAttribute('poster', '/still.webp');
    rerender(<Picture key="another" source={film} decorative priority />);
    expect(container.querySelector('video')).toHaveAttribute('poster', '/still.webp');
  });

  test('plays a cover film in sight for five seconds at most, and pauses it out of sight', () => {
    jest.useFakeTimers();
    watchSight();
    const { play, pause } = playing();
    const { container } = render(<Picture source={film} decorative priority />);
    expect(play).not.toHaveBeenCalled();
    act(() => sights[0]?.(true));
    expect(play).toHaveBeenCalledTimes(1);
    container.querySelector('video')?.dispatchEvent(new Event('playing'));
    jest.advanceTimersByTime(4_999);
    expect(pause).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(pause).toHaveBeenCalledTimes(1);
    act(() => sights[0]?.(false));
    expect(pause).toHaveBeenCalledTimes(2);
  });

  test.each(['reduced motion', 'less data'])('plays no cover film by itself under %s', (what) => {
    if (what === 'less data')
      Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    else mockMedia((media) => media.includes('prefers-reduced-motion'));
    watchSight();
    render(
      <>
        <Picture source={film} decorative />
        <Picture source={film} decorative priority />
      </>,
    );
    expect(sights).toEqual([]);
  });
});
