import { UnreadableMedia } from '../src/processing/unreadable-media.ts';
import { isVerdictOnFile, videoFactsOf } from '../src/processing/video-facts.ts';

const outputOf = (duration: string | undefined, ...streams: object[]) =>
  JSON.stringify({ format: { duration }, streams });
const picture = { codec_type: 'video', width: 320, height: 180 };
const reasonOf = (output: string): unknown => {
  try {
    return videoFactsOf(output);
  } catch (error) {
    return error instanceof UnreadableMedia ? error.reason : error;
  }
};

test('the check of a video takes size and duration of a video from ffprobe', () => {
  expect(videoFactsOf(outputOf('2.04', { codec_type: 'audio' }, picture))).toEqual({
    width: 320,
    height: 180,
    durationMs: 2_040,
  });
  expect(videoFactsOf(outputOf(undefined, picture))).toMatchObject({ durationMs: null });
  expect(
    videoFactsOf(outputOf('2', { ...picture, side_data_list: [{ side_data_type: 'Display Matrix', rotation: -90 }] })),
  ).toMatchObject({ width: 180, height: 320 });
});

test.each([
  ['nothing', ''],
  ['half an account', outputOf('2.04', picture).slice(0, -9)],
  ['no JSON', 'moov atom not found'],
  ['another account', '{}'],
  ['null', 'null'],
])(
  'the check of a video reports an unreadable file, not a fault of the platform, when ffprobe ends with %s',
  (_what, output) => {
    expect(reasonOf(output)).toBe('no-facts');
  },
);

test('the check of a video reports a video without a picture or beyond the limits with that reason', () => {
  expect(reasonOf(outputOf('2', { codec_type: 'audio' }))).toBe('no-picture');
  expect(reasonOf(outputOf('2', { ...picture, disposition: { attached_pic: 1 } }))).toBe('no-picture');
  expect(reasonOf(outputOf('2', { ...picture, width: 20_000, height: 20_000 }))).toBe('too-many-pixels');
  expect(reasonOf(outputOf('99999', picture))).toBe('too-long');
});

test.each([
  ['rejects the file', { code: 1, signal: null, killed: false }, true],
  ['crashes on it', { code: null, signal: 'SIGSEGV', killed: false }, true],
  ['takes all memory', { code: null, signal: 'SIGKILL', killed: false }, true],
  ['takes too long', { code: null, signal: 'SIGKILL', killed: true }, true],
  ['prints too much', { code: 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' }, true],
  ['is not installed', { code: 'ENOENT' }, false],
  ['finds no file', { code: 1, signal: null, killed: false, stderr: 'film.mp4: No such file or directory' }, false],
  ['cannot read the disk', { code: 1, signal: null, killed: false, stderr: 'film.mp4: Input/output error' }, false],
  ['finds no room for a process', { code: 'EAGAIN' }, false],
  ['is stopped with the service', { code: null, signal: 'SIGTERM', killed: false }, false],
])('the check of a video decides whether it is the file’s fault that ffprobe %s', (_how, ending, isVerdict) => {
  expect(isVerdictOnFile(ending)).toBe(isVerdict);
});
