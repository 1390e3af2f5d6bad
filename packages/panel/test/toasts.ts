import { expect, jest } from '@jest/globals';
import { configure, waitFor } from '@testing-library/react';
// The toasts are a lazy chunk: imported here, it is compiled before a test waits for it.
import '../../ui/src/toast/toasts.tsx';

/** Milliseconds for jsdom to render a whole form on a busy machine. */
const PATIENCE = 20_000;
configure({ asyncUtilTimeout: PATIENCE });
jest.setTimeout(4 * PATIENCE);

/** Returns title and text of the visible toasts. */
const shownToasts = (): string[][] =>
  [...document.querySelectorAll('li[data-state="open"] > div')].map((words) =>
    [...words.children].map(({ textContent }) => textContent ?? ''),
  );

/** Waits for a toast with this title and text. */
export const expectToast = (title: string, text: string): Promise<void> =>
  waitFor(() => expect(shownToasts()).toContainEqual([title, text]));
