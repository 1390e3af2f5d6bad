import { useEffect, useState } from 'react';
import { isVideoFile } from './upload-errors.ts';

/** Twice the 56 x 68 pixels of a row. */
const WIDTH_PX = 112;
const HEIGHT_PX = 136;
/** Time a video may take to show its first frame. */
const FIRST_FRAME_TIMEOUT_MS = 5_000;

const drawThumbnail = (source: CanvasImageSource, width: number, height: number): Promise<Blob | null> => {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH_PX;
  canvas.height = HEIGHT_PX;
  const scale = Math.max(WIDTH_PX / width, HEIGHT_PX / height);
  canvas
    .getContext('2d')
    ?.drawImage(
      source,
      (WIDTH_PX - width * scale) / 2,
      (HEIGHT_PX - height * scale) / 2,
      width * scale,
      height * scale,
    );
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
};

/** Decoded small, off the page's own thread: a photo may have fifty million pixels. */
const ofImage = async (file: File): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH_PX * 2, resizeQuality: 'low' });
  try {
    return await drawThumbnail(bitmap, bitmap.width, bitmap.height);
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
    return await drawThumbnail(video, video.videoWidth, video.videoHeight);
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

const thumbnails = new WeakMap<File, Promise<Blob | null>>();
const thumbnailOf = (file: File): Promise<Blob | null> => {
  const cachedThumbnail = thumbnails.get(file);
  if (cachedThumbnail) return cachedThumbnail;
  // A file that the browser cannot decode (damaged, unknown format) gets no thumbnail; the server validates it.
  const thumbnail = runSequentially(() => (isVideoFile(file) ? ofVideo(file) : ofImage(file))).catch(() => null);
  thumbnails.set(file, thumbnail);
  return thumbnail;
};

/** An address of the file's small picture: an image reduced, a video's first frame; null until it is made, or where it cannot be. */
export const useThumbnail = (file: File): string | null => {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let own: string | null = null;
    let isUnmounted = false;
    void thumbnailOf(file).then((blob) => {
      if (isUnmounted || !blob) return;
      own = URL.createObjectURL(blob);
      setAddress(own);
    });
    return () => {
      isUnmounted = true;
      if (own) URL.revokeObjectURL(own);
    };
  }, [file]);
  return address;
};
