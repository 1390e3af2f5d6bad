import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { followLiveStream, POLL_INTERVAL_MS } from '../src/features/live/live-stream.ts';

class Stream extends EventTarget {
  static opened: Stream[] = [];
  readyState = 0;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
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
const onClock = jest.fn();
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

test('an open page sends no other request while the stream is open', () => {
  provideStreams();
  end = followLiveStream({ slugs: ['nina', 'rose'], onChange, onClock, onMissed });
  Stream.opened[0]?.become(1, 'open');
  jest.advanceTimersByTime(POLL_INTERVAL_MS * 3);
  expect(onMissed).not.toHaveBeenCalled();
  Stream.opened[0]?.dispatchEvent(new MessageEvent('live', { data: 'changed' }));
  expect(onChange).toHaveBeenCalledWith('changed');
});

test('an open page polls every half minute and tries to connect again when the stream is rejected', () => {
  provideStreams();
  end = followLiveStream({ slugs: ['nina', 'rose'], onChange, onClock, onMissed });
  Stream.opened[0]?.become(2, 'error');
  jest.advanceTimersByTime(POLL_INTERVAL_MS);
  expect(onMissed).toHaveBeenCalledTimes(1);
  expect(Stream.opened).toHaveLength(2);
  Stream.opened[1]?.become(1, 'open');
  expect(onMissed).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(POLL_INTERVAL_MS);
  expect(onMissed).toHaveBeenCalledTimes(2);
});

test('an open page polls every half minute without support for streams, but not while it is hidden', () => {
  end = followLiveStream({ slugs: ['nina', 'rose'], onChange, onClock, onMissed });
  jest.advanceTimersByTime(POLL_INTERVAL_MS);
  expect(onMissed).toHaveBeenCalledTimes(1);
  show('hidden');
  jest.advanceTimersByTime(POLL_INTERVAL_MS * 3);
  expect(onMissed).toHaveBeenCalledTimes(1);
  show('visible');
  expect(onMissed).toHaveBeenCalledTimes(2);
});

test('a page that is left stops listening and polling', () => {
  provideStreams();
  followLiveStream({ slugs: ['nina', 'rose'], onChange, onClock, onMissed })();
  expect(Stream.opened[0]?.readyState).toBe(2);
  jest.advanceTimersByTime(POLL_INTERVAL_MS * 2);
  expect(onMissed).not.toHaveBeenCalled();
});

test('an open page follows the shown models, takes the server’s clock, and reports what it has missed before', () => {
  provideStreams();
  end = followLiveStream({ slugs: ['nina'], onChange, onClock, onMissed });
  expect(Stream.opened[0]?.url).toBe('/api/live?models=nina');
  end();
  end = followLiveStream({ slugs: ['nina', 'rose'], hasMissed: true, onChange, onClock, onMissed });
  expect(Stream.opened[1]?.url).toBe('/api/live?models=nina,rose');
  Stream.opened[1]?.dispatchEvent(new MessageEvent('clock', { data: '1782928800000' }));
  expect(onClock).toHaveBeenCalledWith(1_782_928_800_000);
  expect(onMissed).not.toHaveBeenCalled();
  Stream.opened[1]?.become(1, 'open');
  expect(onMissed).toHaveBeenCalledTimes(1);
});
