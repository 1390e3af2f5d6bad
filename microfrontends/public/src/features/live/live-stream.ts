/** Poll interval while the stream is not open. */
export const POLL_INTERVAL_MS = 30_000;

interface Following {
  /** The models that are shown. */
  slugs: readonly string[];
  /** Whether events may have been missed before the stream opens. */
  hasMissed?: boolean;
  /** Receives the data of an event of GET /api/live. */
  onChange: (text: string) => void;
  /** Receives the server's clock (milliseconds) each time the stream opens. */
  onClock: (now: number) => void;
  /** Called when events may have been missed. */
  onMissed: () => void;
}

/**
 * Follows the event stream while the page is visible, and polls every half minute where the stream fails (an old browser, a proxy
 * that passes no stream on, a server that rejects it). A hidden page does neither, as browsers allow few connections to one site:
 * it catches up when it is shown again.
 * @returns a function that stops it
 */
export const followLiveStream = ({
  slugs,
  hasMissed = false,
  onChange,
  onClock,
  onMissed,
}: Following): (() => void) => {
  let source: EventSource | null = null;

  const stop = () => {
    source?.close();
    source = null;
  };
  const listen = () => {
    if (typeof EventSource === 'undefined') return;
    source = new EventSource(`/api/live?models=${slugs.map(encodeURIComponent).join(',')}`);
    source.addEventListener('open', () => {
      if (hasMissed) onMissed();
      hasMissed = false;
    });
    source.addEventListener('error', () => {
      hasMissed = true;
    });
    source.addEventListener('live', ({ data }: MessageEvent<string>) => onChange(data));
    source.addEventListener('clock', ({ data }: MessageEvent<string>) => onClock(Number(data)));
  };
  const poll = () => {
    if (document.visibilityState === 'hidden' || source?.readyState === EVENT_SOURCE.open) return;
    onMissed();
    // EventSource does not reconnect after a rejected request.
    if (!source || source.readyState === EVENT_SOURCE.closed) {
      stop();
      listen();
    }
  };
  const follow = () => {
    if (document.visibilityState === 'hidden') {
      hasMissed = true;
      stop();
    } else if (!source) {
      if (hasMissed && typeof EventSource === 'undefined') onMissed();
      listen();
    }
  };

  follow();
  const clock = setInterval(poll, POLL_INTERVAL_MS);
  document.addEventListener('visibilitychange', follow);
  return () => {
    clearInterval(clock);
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
};

/** Literals, as an old browser lacks the class with these constants. */
const EVENT_SOURCE = { open: 1, closed: 2 };
