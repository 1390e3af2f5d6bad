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
 * Listens to the platform while the page is in sight, and looks every half minute where listening fails (an old browser, a proxy
 * that lets no stream through, a server that refuses). A hidden page does neither: browsers allow few connections to one site, and
 * it catches up when it is shown again.
 * @returns ends it
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
    // Once refused a browser does not try by itself again.
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

/** Written out: the constants are on a class that an old browser does not have. */
const EVENT_SOURCE = { open: 1, closed: 2 };
