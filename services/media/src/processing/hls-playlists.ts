/** Seconds from which a segment's bit rate counts as its variant's: the last one may be a few frames (RFC 8216, section 4.3.4.2: half a target duration). */
const COUNTED_SECONDS = 3;

export interface MadeVariant {
  width: number;
  height: number;
  /** Name of its playlist. */
  name: string;
  /** Playlist as ffmpeg has written it. */
  playlist: string;
  /** The beginning of its file, with the configuration for decoders. */
  head: Buffer;
}

/** Bits a second, of the densest segment and of all. */
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

/** H.264's profile and level as RFC 6381 writes them, from its configuration box; the sound is always AAC-LC. */
const codecsOf = (head: Buffer): string => {
  const at = head.indexOf('avcC');
  if (at < 0) throw new Error('a variant names no codec');
  const video = `avc1.${head.toString('hex', at + 5, at + 8)}`;
  return head.includes('mp4a') ? `${video},mp4a.40.2` : video;
};

/** The playlist that leads to those of the variants; players begin with the first (RFC 8216, section 4.3.4.2). */
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
