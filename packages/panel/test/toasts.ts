import { expect, jest } from '@jest/globals';
import { configure, waitFor } from '@testing-library/react';
// Their code comes apart: compiled here, before a test waits for it.
import '../../ui/src/toast/toasts.tsx';

/** Milliseconds: a whole form is drawn by jsdom, on a machine that may be pressed. */
const PATIENCE = 20_000;
configure({ asyncUtilTimeout: PATIENCE });
jest.setTimeout(4 * PATIENCE);

/** Title and text of the toasts in sight. */
const shownToasts = (): string[][] =>
  [...document.querySelectorAll('li[data-state="open"] > div')].map((words) =>
    [...words.children].map(({ textContent }) => textContent ?? ''),
  );

/** Waits for a toast with this title and this text. */
export const expectToast = (title: string, text: string): Promise<void> =>
  waitFor(() => expect(shownToasts()).toContainEqual([title, text]));
