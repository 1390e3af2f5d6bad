import { expect, jest } from '@jest/globals';
import { configure, waitFor } from '@testing-library/react';
// The toasts are a lazy chunk: imported here, it is compiled before a test waits for it.
import '../../ui/src/toast/toasts.tsx';

/** jsdom renders a whole form slowly on a busy machine. */
const TOAST_TIMEOUT_MS = 20_000;
configure({ asyncUtilTimeout: TOAST_TIMEOUT_MS });
jest.setTimeout(4 * TOAST_TIMEOUT_MS);

/** Returns title and text of the visible toasts. */
const shownToasts = (): string[][] =>
  [...document.querySelectorAll('li[data-state="open"] > div')].map((words) =>
    [...words.children].map(({ textContent }) => textContent ?? ''),
  );

/** Waits for a toast with this title and text. */
export const expectToast = (title: string, text: string): Promise<void> =>
  waitFor(() => expect(shownToasts()).toContainEqual([title, text]));
