import { setImmediate } from 'node:timers/promises';
import { withDecodingMemory } from '../src/processing/decoding-memory.ts';
import { UnreadableMedia } from '../src/processing/unreadable-media.ts';

const avif = (megapixels: number) => ({ format: 'heif', width: 1_000, height: megapixels * 1_000 }) as const;

/** Starts a decoding that runs until it is ended. */
const begin = (picture: Parameters<typeof withDecodingMemory>[0]) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { hasStarted: false, end: () => resolve('pixels'), fail: reject };
  const done = withDecodingMemory(picture, () => {
    state.hasStarted = true;
    return promise;
  });
  return Object.assign(state, { done });
};

test('pictures that fit into the memory together are decoded at once', async () => {
  const pictures = [avif(10), avif(10), { format: 'jpeg', width: 4_000, height: 3_000 } as const].map(begin);
  await setImmediate();
  expect(pictures.map(({ hasStarted }) => hasStarted)).toEqual([true, true, true]);
  pictures.forEach(({ end }) => end());
  expect(await Promise.all(pictures.map(({ done }) => done))).toEqual(['pixels', 'pixels', 'pixels']);
});

test('a large picture waits for another one, and a small one for both', async () => {
  const first = begin(avif(24));
  const second = begin(avif(24));
  const small = begin({ format: 'jpeg', width: 100, height: 100 });
  await setImmediate();
  expect([first, second, small].map(({ hasStarted }) => hasStarted)).toEqual([true, false, false]);
  first.fail(new Error('damaged'));
  await expect(first.done).rejects.toThrow('damaged');
  await setImmediate();
  expect([second.hasStarted, small.hasStarted]).toEqual([true, true]);
  second.end();
  small.end();
  await Promise.all([second.done, small.done]);
});

test('a picture that does not fit alone is rejected, as is an unknown format', async () => {
  const decode = () => Promise.resolve('pixels');
  await expect(withDecodingMemory(avif(27), decode)).rejects.toThrow(UnreadableMedia);
  await expect(withDecodingMemory({ format: 'jxl', width: 2_000, height: 2_000 }, decode)).rejects.toThrow(
    UnreadableMedia,
  );
});
