import { describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { MediaViewer } from 'ui/media-viewer';

const film = { id: '1', kind: 'video' as const, src: '/film.mp4?1', hls: '/hls.m3u8?1', label: 'Vidéo 1' };
const onFailed = jest.fn();
const viewer = (item: Partial<typeof film> = {}) => (
  <MediaViewer
    title="Vidéos de Nina"
    items={[{ ...film, ...item }]}
    index={0}
    onIndex={jest.fn()}
    onClose={jest.fn()}
    onFailed={onFailed}
  />
);
const player = () => screen.getByLabelText<HTMLVideoElement>('Vidéo 1');
const sources = () => [...player().querySelectorAll('source')].map(({ type, src }) => [type, new URL(src).pathname]);

describe('the media viewer', () => {
  test('offers the browser the HLS of a film first and the MP4 second, with its controls', () => {
    render(viewer());
    expect(player()).toHaveAttribute('controls');
    expect(player()).toHaveAttribute('playsinline');
    expect(player()).not.toHaveAttribute('src');
    expect(sources()).toEqual([
      ['application/vnd.apple.mpegurl', '/hls.m3u8'],
      ['video/mp4', '/film.mp4'],
    ]);
  });

  test('plays the MP4 of a film without HLS', () => {
    render(viewer({ hls: undefined }));
    expect(player()).toHaveAttribute('src', '/film.mp4?1');
    expect(sources()).toEqual([]);
  });

  test('falls back to the MP4 without a message when the HLS cannot start', () => {
    render(viewer());
    const before = player();
    fireEvent.error(before.querySelectorAll('source')[0]!);
    expect(player()).toBe(before);
    expect(sources()).toHaveLength(2);
    expect(onFailed).not.toHaveBeenCalled();
  });

  test('continues with the MP4 in the same player and place when the HLS fails in the middle', () => {
    render(viewer());
    const before = player();
    before.currentTime = 12;
    fireEvent.timeUpdate(before);
    fireEvent.error(before);
    expect(player()).toBe(before);
    expect(player()).toHaveAttribute('src', '/film.mp4?1');
    expect(player()).toHaveAttribute('controls');
    expect(sources()).toEqual([]);
    expect(onFailed).not.toHaveBeenCalled();
    before.currentTime = 0;
    fireEvent.timeUpdate(before);
    fireEvent.loadedMetadata(before);
    expect(before.currentTime).toBe(12);
  });

  test('falls back to the MP4 when the HLS stalls, but not while it plays, buffers or is paused', () => {
    jest.useFakeTimers();
    try {
      render(viewer());
      const film = player();
      const state = { paused: false, buffered: 6 };
      Object.defineProperty(film, 'paused', { get: () => state.paused });
      Object.defineProperty(film, 'buffered', { get: () => ({ length: 1, end: () => state.buffered }) });
      const pass = (seconds: number, each: () => void = () => undefined) => {
        for (let second = 0; second < seconds; second += 1) {
          each();
          act(() => void jest.advanceTimersByTime(1_000));
        }
      };
      pass(60, () => {
        film.currentTime += 1;
      });
      pass(60, () => {
        state.buffered += 0.1;
      });
      state.paused = true;
      pass(60);
      expect(sources()).toHaveLength(2);
      state.paused = false;
      pass(12);
      expect([player() === film, film.getAttribute('src'), sources()]).toEqual([true, '/film.mp4?1', []]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('shows an error and requests new addresses when neither format loads', () => {
    const { rerender } = render(viewer());
    fireEvent.error(player().querySelectorAll('source')[1]!);
    expect(screen.getByRole('alert')).toHaveTextContent('Ce contenu ne peut pas être affiché pour le moment.');
    expect(onFailed).toHaveBeenCalledTimes(1);
    rerender(viewer({ src: '/film.mp4?2', hls: '/hls.m3u8?2' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect([...player().querySelectorAll('source')].map(({ src }) => new URL(src).search)).toEqual(['?2', '?2']);
  });

  test('shows that a photo is loading where nothing known stands behind it', () => {
    const photo = { id: '1', kind: 'photo' as const, src: '/photo.webp', label: 'Photo 1' };
    const photos = (item: { poster?: string }) => (
      <MediaViewer
        title="Photos"
        items={[{ ...photo, ...item }]}
        index={0}
        onIndex={jest.fn()}
        onClose={jest.fn()}
        onFailed={onFailed}
      />
    );
    const picture = () => screen.getByRole('img', { name: 'Photo 1' });
    const { unmount } = render(photos({}));
    expect(picture().previousElementSibling).not.toBeNull();
    fireEvent.load(picture());
    expect(picture().previousElementSibling).toBeNull();
    unmount();
    render(photos({ poster: '/small.webp' }));
    expect(picture().previousElementSibling).toBeNull();
  });
});
