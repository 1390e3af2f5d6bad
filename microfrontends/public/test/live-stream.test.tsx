import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { followLiveStream, POLL_INTERVAL_MS } from '../src/features/live/live-stream.ts';

class Stream extends EventTarget {
  static opened: Stream[] = [];
  readyState = 0;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.readyState = 2;
  }
  become(readyState: number, event: string) {
    this.readyState = readyState;
    this.dispatchEvent(new Event(event));
  }
}

const onChange = jest.fn();
const onMissed = jest.fn();
let end = () => undefined as void;
const provideStreams = () => Object.defineProperty(globalThis, 'EventSource', { value: Stream, configurable: true });
const show = (visibilityState: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  end();
  Stream.opened = [];
  Reflect.deleteProperty(globalThis, 'EventSource');
  Reflect.deleteProperty(document, 'visibilityState');
  jest.useRealTimers();
  jest.clearAllMocks();
});

test('When the stream is open, then nothing else is asked', () => {
  provideStreams();
  end = followLiveStream({ onChange, onMissed });
  Stream.opened[0]?.become(1, 'open');
  jest.advanceTimersByTime(POLL_INTERVAL_MS * 3);
  expect(onMissed).not.toHaveBeenCalled();
  Stream.opened[0]?.dispatchEvent(new MessageEvent('live', { data: 'changed' }));
  expect(onChange).toHaveBeenCalledWith('changed');
});

test('When the stream is refused, then the page looks every half minute and tries to listen again', () => {
  provideStreams();
  end = followLiveStream({ onChange, onMissed });
  Stream.opened[0]?.become(2, 'error');
  jest.advanceTimersByTime(POLL_INTERVAL_MS);
  expect(onMissed).toHaveBeenCalledTimes(1);
  expect(Stream.opened).toHaveLength(2);
  Stream.opened[1]?.become(1, 'open');
  expect(onMissed).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(POLL_INTERVAL_MS);
  expect(onMissed).toHaveBeenCalledTimes(2);
});

test('When a browser knows no streams, then the page looks every half minute, but not while it is hidden', () => {
  end = followLiveStream({ onChange, onMissed });
  jest.advanceTimersByTime(POLL_INTERVAL_MS);
  expect(onMissed).toHaveBeenCalledTimes(1);
  show('hidden');
  jest.advanceTimersByTime(POLL_INTERVAL_MS * 3);
  expect(onMissed).toHaveBeenCalledTimes(1);
  show('visible');
  expect(onMissed).toHaveBeenCalledTimes(2);
});

test('When the page is left, then it neither listens nor looks any more', () => {
  provideStreams();
  followLiveStream({ onChange, onMissed })();
  expect(Stream.opened[0]?.readyState).toBe(2);
  jest.advanceTimersByTime(POLL_INTERVAL_MS * 2);
  expect(onMissed).not.toHaveBeenCalled();
});
