import { describe, expect, test } from '@jest/globals';
import { ApiError } from 'web-kit/api';
import { apiErrorOf } from 'web-kit/api-error';
import { progressText, speedAfter } from '../src/uploads/speed.ts';
import { isInterruption, noRoomText, rejectionOf, uploadErrorText } from '../src/uploads/upload-errors.ts';

const MEBIBYTE = 1024 * 1024;
const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('the texts of uploads', () => {
  test('rejects a file above its limit or of another kind before it is sent, with the specified texts', () => {
    expect(rejectionOf({ size: 50 * MEBIBYTE, type: 'image/jpeg' }, 'photo')).toBeNull();
    expect(rejectionOf({ size: 50 * MEBIBYTE + 1, type: 'image/jpeg' }, 'photo')).toBe(
      'Le fichier est trop volumineux. Taille maximum: 50MB',
    );
    expect(rejectionOf({ size: 200 * MEBIBYTE, type: 'video/mp4' }, 'video')).toBeNull();
    expect(rejectionOf({ size: 200 * MEBIBYTE + 1, type: 'video/mp4' }, 'replay')).toBe(
      'Le fichier est trop volumineux. Taille maximum: 200MB',
    );
    expect(rejectionOf({ size: 1, type: 'text/html' }, 'photo')).toBe('Type de fichier non autorisé');
    expect(rejectionOf({ size: 1, type: '' }, 'video')).toBeNull();
  });

  test('shows the server’s sentence for a failed upload, else that of its code, else the one specified for a picture or a list', () => {
    const textsOf = (error: unknown) => [true, false].map((isSingle) => uploadErrorText(error, { isSingle }));
    const both = (text: string) => [text, text];
    expect(textsOf(apiErrorOf(415, '{"error":"Type de fichier non autorisé","code":"INVALID_FILE_TYPE"}'))).toEqual(
      both('Type de fichier non autorisé'),
    );
    expect(textsOf(apiErrorOf(413, '{"error":"Trop de pixels"}'))).toEqual(both('Trop de pixels'));
    expect(textsOf(apiErrorOf(413, '{"code":"FILE_TOO_LARGE"}'))).toEqual(
      both('Le fichier est trop volumineux. Taille maximum: 200MB'),
    );
    expect(textsOf(apiErrorOf(415, '{"code":"INVALID_FILE_TYPE"}'))).toEqual(both('Type de fichier non autorisé'));
    expect(textsOf(apiErrorOf(400, '{"code":"NO_FILE"}'))).toEqual(both('Aucun fichier sélectionné'));
    expect(textsOf(apiErrorOf(507, '{"code":"DISK_FULL"}'))).toEqual(both('DISK_FULL'));
    expect(textsOf(new ApiError({ status: 0, code: 'NETWORK' }))).toEqual(
      both("Erreur lors de l'upload. Vérifiez votre connexion."),
    );
    for (const unreadable of [apiErrorOf(500, '<h1>Oops</h1>'), apiErrorOf(500, '{}'), new Error('x')])
      expect(textsOf(unreadable)).toEqual(["Échec de l'upload du fichier", 'Upload failed']);
  });

  test('classifies a failure without a response as an interruption, a rejection not', () => {
    expect(
      [0, 423, 429, 502, 503, 504].map((status) => isInterruption(new ApiError({ status, code: 'NETWORK' }))),
    ).toEqual(Array(6).fill(true));
    expect(
      [400, 403, 413, 415, 500].map((status) => isInterruption(new ApiError({ status, code: 'NETWORK' }))),
    ).toEqual(Array(5).fill(false));
  });

  test('distinguishes uploads that wait for room from those over a permanent quota', () => {
    const textsOf = (status: number, code: string) => {
      const error = apiErrorOf(status, JSON.stringify({ error: 'La limite', code }));
      return [noRoomText(error), isInterruption(error)];
    };
    for (const [status, code] of [
      [429, 'TOO_MANY_UPLOADS'],
      [503, 'UPLOADS_SATURATED'],
      [503, 'STORAGE_FULL'],
    ] as const)
      expect(textsOf(status, code)).toEqual(['La limite', true]);
    for (const code of ['MODEL_QUOTA_EXCEEDED', 'UPLOADER_QUOTA_EXCEEDED']) {
      expect(textsOf(413, code)).toEqual([null, false]);
      expect(uploadErrorText(apiErrorOf(413, JSON.stringify({ error: 'La limite', code })), { isSingle: false })).toBe(
        'La limite',
      );
    }
    expect(textsOf(503, 'SERVICE_UNAVAILABLE')).toEqual([null, true]);
  });

  test('shows bytes and time left in French once the transfer rate is known', () => {
    expect(spaced(progressText({ sentBytes: 0, totalBytes: 80 * MEBIBYTE, bytesPerSecond: null }))).toBe(
      '0 Ko sur 80 Mo',
    );
    expect(
      spaced(progressText({ sentBytes: 40 * MEBIBYTE, totalBytes: 80 * MEBIBYTE, bytesPerSecond: 2 * MEBIBYTE })),
    ).toBe('40 Mo sur 80 Mo · 20 s');
    const timeLeft = (seconds: number) =>
      spaced(progressText({ sentBytes: 0, totalBytes: seconds * MEBIBYTE, bytesPerSecond: MEBIBYTE })).split(' · ')[1];
    expect([0.2, 59.5, 61, 3_900].map(timeLeft)).toEqual(['1 s', '60 s', '2 min', '1 h 05']);
  });

  test('smooths the time left when the transfer rate jumps', () => {
    const first = speedAfter(null, 1_000, 1_000);
    expect(first).toBe(1_000);
    expect(speedAfter(first, 2_000, 1_000)).toBeCloseTo(1_300);
    expect(speedAfter(first, 0, 1_000)).toBe(1_000);
  });
});
