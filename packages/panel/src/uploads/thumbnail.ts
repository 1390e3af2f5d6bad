import { useEffect, useState } from 'react';
import { isVideoFile } from './upload-errors.ts';

/** Pixels: twice the 56 x 68 of a row. */
const WIDTH = 112;
const HEIGHT = 136;
/** Time a video may take to show its first frame. */
const FIRST_FRAME_TIMEOUT_MS = 5_000;

const drawn = (source: CanvasImageSource, width: number, height: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const scale = Math.max(WIDTH / width, HEIGHT / height);
  canvas
    .getContext('2d')
    ?.drawImage(source, (WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2, width * scale, height * scale);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
};

/** Decoded small, off the page's own thread: a photo may have fifty million pixels. */
const ofImage = async (file: File): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH * 2, resizeQuality: 'low' });
  try {
    return await drawn(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
};

const ofVideo = async (file: File): Promise<Blob | null> => {
  const video = document.createElement('video');
  const source = URL.createObjectURL(file);
  try {
    await new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => reject(new Error('The video shows no frame')), FIRST_FRAME_TIMEOUT_MS);
      video.onloadeddata = () => {
        clearTimeout(tooLong);
        resolve();
      };
      video.onerror = () => {
        clearTimeout(tooLong);
        reject(new Error('The video cannot be read'));
      };
      video.muted = true;
      video.preload = 'auto';
      video.src = source;
    });
    return await drawn(video, video.videoWidth, video.videoHeight);
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(source);
  }
};

/** One at a time: thirty files dropped at once must not be decoded together. */
let last: Promise<unknown> = Promise.resolve();
const runSequentially = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
};

const made = new WeakMap<File, Promise<Blob | null>>();
const thumbnailOf = (file: File): Promise<Blob | null> => {
  const known = made.get(file);
  if (known) return known;
  // What the browser cannot show (a damaged file, a format it does not know) keeps its icon; the server judges it.
  const thumbnail = runSequentially(() => (isVideoFile(file) ? ofVideo(file) : ofImage(file))).catch(() => null);
  made.set(file, thumbnail);
  return thumbnail;
};

/** An address of the file's small picture: an image reduced, a video's first frame; null until it is made, or where it cannot be. */
export const useThumbnail = (file: File): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let own: string | null = null;
    let gone = false;
    void thumbnailOf(file).then((blob) => {
      if (gone || !blob) return;
      own = URL.createObjectURL(blob);
      setAddress(own);
    });
    return () => {
      gone = true;
      if (own) URL.revokeObjectURL(own);
    };
  }, [file]);
  return address;
};
