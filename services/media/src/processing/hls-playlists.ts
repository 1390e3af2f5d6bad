/**
 * Minimum duration of a segment whose bit rate counts for its variant: half a target duration (RFC 8216, section 4.3.4.2), since
 * the last segment may have only a few frames.
 */
const COUNTED_SECONDS = 3;

export interface MadeVariant {
  width: number;
  height: number;
  /** Name of the variant's playlist. */
  name: string;
  /** Playlist as written by ffmpeg. */
  playlist: string;
  /** Beginning of the media file, with the decoder configuration. */
  head: Buffer;
}

/** Returns peak and average bit rate in bits per second. */
const bitRates = (playlist: string) => {
  const segments = [...playlist.matchAll(/^#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)/gm)].map(([, seconds, bytes]) => ({
    seconds: Number(seconds),
    bits: Number(bytes) * 8,
  }));
  const sum = (field: 'seconds' | 'bits') => segments.reduce((total, segment) => total + segment[field], 0);
  const average = Math.ceil(sum('bits') / sum('seconds'));
  return {
    average,
    peak: Math.ceil(
      Math.max(
        average,
        ...segments.filter(({ seconds }) => seconds >= COUNTED_SECONDS).map(({ seconds, bits }) => bits / seconds),
      ),
    ),
  };
};

/** Returns the codecs in the notation of RFC 6381: H.264's profile and level from the configuration box; audio is always AAC-LC. */
const codecsOf = (head: Buffer): string => {
  const at = head.indexOf('avcC');
  if (at < 0) throw new Error('a variant names no codec');
  const video = `avc1.${head.toString('hex', at + 5, at + 8)}`;
  return head.includes('mp4a') ? `${video},mp4a.40.2` : video;
};

/** Returns the multivariant playlist; players start with the first variant (RFC 8216, section 4.3.4.2). */
export const masterPlaylist = (variants: readonly MadeVariant[]): string => {
  const lines = variants.flatMap(({ name, playlist, head, width, height }) => {
    const { peak, average } = bitRates(playlist);
    return [
      `#EXT-X-STREAM-INF:BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${average},RESOLUTION=${width}x${height},CODECS="${codecsOf(head)}"`,
      name,
    ];
  });
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n');
};
