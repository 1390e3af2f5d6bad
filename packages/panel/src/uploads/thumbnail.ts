import { useEffect, useState } from 'react';
import { isVideoFile } from './upload-errors.ts';

/** Twice the width of a row's picture, which has 56 x 68 pixels. */
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

/**
 * Creates the thumbnail of an image. It is decoded at a reduced size, outside the main thread: a photo may have fifty million
 * pixels.
 */
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

/** Runs tasks one at a time: thirty files dropped together must not be decoded in parallel. */
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

/**
 * Returns an object URL of the file's thumbnail: a reduced image, or a video's first frame; null until it exists, or if it cannot
 * be created.
 */
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
